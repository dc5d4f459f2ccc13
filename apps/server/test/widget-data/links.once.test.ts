import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import type { Checks } from '../../../../modules/links/server/link.ts'

let world: WidgetWorld
beforeAll(async () => {
  world = await createWidgetWorld()
})
afterAll(() => world.close())

const row = (url: string, name = url) => ({ name, url })

async function checksOf(urls: string[], more: object = {}) {
  const widget = await world.addWidget('links', { links: urls.map((url) => row(url)), ...more })
  const { data, error } = await world.readSettled(widget)
  expect(error).toBeNull()
  return (data as Checks).checks
}

/** Answers with the status that the path names. */
const byPath: RequestListener = ({ url = '' }, response) => void response.writeHead(Number(url.slice(1))).end()

test.each([
  [200, true],
  [204, true],
  [301, true],
  [401, true],
  [403, true],
  [404, false],
  [429, false],
  [503, false],
])('an address that answers %i is up: %s', async (status, isUp) => {
  const url = `${await localWeb(byPath)}/${status}`
  expect(await checksOf([url])).toEqual([{ url, isUp, status, ms: expect.any(Number) }])
})

test('an address without a server is down, and the others are shown in their order', async () => {
  const open = `${await localWeb(byPath)}/200`
  const closed = 'http://127.0.0.1:1/'
  const checks = await checksOf([closed, open])
  expect(checks.map(({ url, isUp, status }) => [url, isUp, status])).toEqual([
    [closed, false, null],
    [open, true, 200],
  ])
  expect(checks[0]?.ms).toBeNull()
})

test('a server that refuses HEAD gets a GET, and only the beginning of its page is read', async () => {
  const requests: (string | undefined)[] = []
  let sent = 0
  const url = await localWeb(({ method }, response) => {
    requests.push(method)
    if (method === 'HEAD') return void response.writeHead(405).end()
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent++
    }
    response.on('drain', pour)
    pour()
  })
  expect(await checksOf([url])).toEqual([{ url: `${url}/`, isUp: true, status: 200, ms: expect.any(Number) }])
  expect(requests).toEqual(['HEAD', 'GET'])
  expect(sent).toBeLessThan(1000)
})

test('a link is not checked if the form turns checks off, or if it has no web address', async () => {
  let requests = 0
  const url = await localWeb((_request, response) => {
    requests++
    response.end()
  })
  expect(await checksOf([url], { status: false })).toEqual([])
  expect(await checksOf(['javascript:alert(1)', 'file:///etc/passwd'])).toEqual([])
  expect(requests).toBe(0)
})

test('widgets with the same addresses share one upstream under any names', async () => {
  let requests = 0
  const url = await localWeb((_request, response) => {
    requests++
    response.end()
  })
  const [first, second] = [
    await world.addWidget('links', { links: [row(`${url}/a`, 'A'), row(`${url}/b`, 'B')] }),
    await world.addWidget('links', { links: [row(`${url}/b`, 'Two'), row(`${url}/a`, 'One')] }),
  ]
  expect((await world.readSettled(first)).data).toEqual((await world.readSettled(second)).data)
  expect(requests).toBe(2)
})

test('a widget without links shows instructions', async () => {
  expect((await world.readSettled(await world.addWidget('links', {}))).error).toBe(
    "Add links in this module's settings.",
  )
})
