import { afterAll, beforeAll, expect, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import type { FeedsData } from '../../../../modules/feeds/server/feed.ts'

let world: WidgetWorld
beforeAll(async () => {
  world = await createWidgetWorld()
})
afterAll(() => world.close())

const rss = (name: string, titles: string[]) =>
  `<rss><channel><title>${name}</title>${titles.map((title) => `<item><title>${title}</title></item>`).join('')}</channel></rss>`
const addFeedsWidget = (...urls: string[]) => world.addWidget('feeds', { feeds: urls.map((url) => ({ url })) })
const TEN_MINUTES = 10 * 60_000

test('an unreadable feed is reported, and the others are shown', async () => {
  const good = await localWeb((_request, response) => response.end(rss('News', ['A'])))
  const page = await localWeb((_request, response) => response.end('<!doctype html><html></html>'))
  const missing = await localWeb((_request, response) => response.writeHead(404).end())
  const { data, error } = await world.readSettled(await addFeedsWidget(good, page, missing))
  expect(error).toBeNull()
  expect((data as FeedsData).feeds.map(({ name, items, error }) => [name, items.length, error])).toEqual([
    ['News', 1, null],
    ['', 0, 'This is a web page, not a feed'],
    ['', 0, 'It answered with an error (404)'],
  ])
})

test('a widget reports an error if none of its feeds can be read', async () => {
  const missing = await localWeb((_request, response) => response.writeHead(404).end())
  expect((await world.readSettled(await addFeedsWidget(missing))).error).toBe('It answered with an error (404)')
  expect((await world.readSettled(await addFeedsWidget(missing, `${missing}/2`))).error).toBe(
    'None of the 2 feeds could be read',
  )
  expect((await world.readSettled(await addFeedsWidget())).error).toBe("Add feeds in this module's settings.")
})

test('a request for a feed is conditional, and an unchanged feed keeps its items', async () => {
  const requests: unknown[] = []
  const url = await localWeb(({ headers }, response) => {
    const version = { etag: headers['if-none-match'], modified: headers['if-modified-since'] }
    requests.push(version)
    if (version.etag) return void response.writeHead(304).end()
    response.setHeader('etag', '"v1"').setHeader('last-modified', 'Wed, 25 Nov 2026 12:00:00 GMT')
    response.end(rss('News', ['A']))
  })
  await inStoppedTime(async (advance) => {
    const widget = await addFeedsWidget(url)
    await world.readSettled(widget)
    await expect
      .poll(async () => {
        await world.read(widget)
        await advance(TEN_MINUTES / 10)
        return requests.length
      }, withoutAdvancingTime)
      .toBeGreaterThan(1)
    const { data } = await world.read(widget)
    expect((data as FeedsData).feeds[0]?.items.map(({ title }) => title)).toEqual(['A'])
  })
  expect(requests.slice(0, 2)).toEqual([
    { etag: undefined, modified: undefined },
    { etag: '"v1"', modified: 'Wed, 25 Nov 2026 12:00:00 GMT' },
  ])
})

test('a feed that failed for a while is shown without an error once it answers that it is unchanged', async () => {
  let isBroken = false
  const url = await localWeb(({ headers }, response) => {
    if (isBroken) return void response.writeHead(404).end()
    if (headers['if-none-match']) return void response.writeHead(304).end()
    response.setHeader('etag', '"v1"')
    response.end(rss('News', ['A']))
  })
  const other = await localWeb((_request, response) => response.end(rss('Other', ['B'])))
  await inStoppedTime(async (advance) => {
    const widget = await addFeedsWidget(url, other)
    const error = async () => ((await world.read(widget)).data as FeedsData | null)?.feeds[0]?.error
    // Reads each minute, as a page does, until the feed is requested again. Time stands still during that request.
    async function passTenMinutes(): Promise<void> {
      for (let passed = 0; passed < 10; passed++) {
        await world.read(widget)
        await advance(TEN_MINUTES / 10)
      }
    }
    await expect.poll(error, withoutAdvancingTime).toBeNull()
    isBroken = true
    await passTenMinutes()
    await expect.poll(error, withoutAdvancingTime).toBe('It answered with an error (404)')
    isBroken = false
    await passTenMinutes()
    await expect.poll(error, withoutAdvancingTime).toBeNull()
  })
})

test('entity bombs and endless feeds or texts cause an error only on their widget', async () => {
  const long = rss(
    'x'.repeat(5000),
    Array.from({ length: 300 }, () => 'y'.repeat(3000)),
  )
  const bomb = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${rss('&b;', [])}`
  const [huge, endless, bombed] = await Promise.all([
    localWeb((_request, response) => response.end(long)),
    localWeb((_request, response) => response.end(rss('News', ['x'.repeat(3_000_000)]))),
    localWeb((_request, response) => response.end(bomb)),
  ])
  const state = await world.readSettled(await addFeedsWidget(huge))
  expect(JSON.stringify(state.data).length).toBeLessThan(64 * 1024)
  expect((await world.readSettled(await addFeedsWidget(endless))).error).toBe('The other server could not be asked')
  expect((await world.readSettled(await addFeedsWidget(bombed))).error).toBe('The feed has a DTD, which is not read')
  expect(await world.isHealthy()).toBe(true)
})

test('widgets of the same feeds share one upstream', async () => {
  let requests = 0
  const url = await localWeb((_request, response) => {
    requests++
    response.end(rss('News', ['A']))
  })
  await world.readSettled(await addFeedsWidget(`${url}/a`, `${url}/b`))
  await world.readSettled(await addFeedsWidget(`${url}/b`, `${url}/a`))
  expect(requests).toBe(2)
})
