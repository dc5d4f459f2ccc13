import type { IncomingHttpHeaders } from 'node:http'
import { moduleSources } from '@atalaya/contract/module-sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import type { PictureData } from '../../../../modules/picture/server/picture-data.ts'
import { jpeg, png, svg } from '../../../../modules/picture/server/testing/pictures.ts'

let world: WidgetWorld
beforeAll(async () => {
  world = await createWidgetWorld()
})
afterAll(() => world.close())

const serve = (body: Buffer | string) => localWeb((_request, response) => response.end(body))
const stateOf = async (url: string, more: object = {}) =>
  world.readSettled(await world.addWidget('picture', { url, ...more }))

test('a picture is stored by the server and served by its key', async () => {
  const widgetId = await world.addWidget('picture', { url: await serve(jpeg(640, 480)) })
  const { data, error } = await world.readSettled(widgetId)
  expect(error).toBeNull()
  const { picture: key, width, height } = data as PictureData
  expect([width, height]).toEqual([640, 480])
  const { body } = await world.app.call(moduleSources.picture, { params: { widgetId, key } }, world.token)
  expect(body.data.picture).toBe(`data:image/jpeg;base64,${jpeg(640, 480).toString('base64')}`)
})

test('a picture is served only to widgets that show it', async () => {
  const shown = await world.addWidget('picture', { url: await serve(jpeg(64, 48)) })
  const { picture: key } = (await world.readSettled(shown)).data as PictureData
  const other = await world.addWidget('picture', { url: await serve(jpeg(48, 64)) })
  await world.readSettled(other)
  const stranger = (await world.app.signUp()).tokens.accessToken
  const codeFor = async (widgetId: string, by = world.token) =>
    (await world.app.call(moduleSources.picture, { params: { widgetId, key } }, by)).body.code
  expect(await codeFor(other)).toBe('modules.no_picture')
  expect(await codeFor(shown, stranger)).toBe('dashboard.module_not_found')
})

test.each<[string, Buffer | string, string]>([
  ['an SVG', svg, 'This is not a picture in JPEG, PNG or WebP'],
  ['a page', '<!doctype html>', 'This is not a picture in JPEG, PNG or WebP'],
  ['40,000 × 40,000 pixels', png(40_000, 40_000), 'The picture is too large: 40000 × 40000 pixels'],
  ['more than 2 MiB', Buffer.concat([png(10, 10), Buffer.alloc(3 * 1024 * 1024)]), 'The picture is larger than 2 MB'],
])('%s is refused', async (_name, body, error) => {
  expect(await stateOf(await serve(body))).toMatchObject({ data: null, error })
  expect(await world.isHealthy()).toBe(true)
})

test.each([
  [401, 'The picture asks for a name and a password, or a key'],
  [500, 'It answered with an error (500)'],
])('an answer of %i is reported as an error', async (status, error) => {
  const url = await localWeb((_request, response) => response.writeHead(status).end(png(10, 10)))
  expect((await stateOf(url)).error).toBe(error)
})

test('the camera gets the password and the key of the form, and a redirect target does not', async () => {
  const requests: IncomingHttpHeaders[] = []
  const elsewhere = await localWeb(({ headers }, response) => {
    requests.push(headers)
    response.end(png(10, 10))
  })
  const camera = await localWeb(({ headers, url }, response) => {
    requests.push(headers)
    if (url === '/moved') return void response.writeHead(302, { location: elsewhere }).end()
    response.end(png(10, 10))
  })
  const secrets = { user: 'ada', password: 'pass', header: 'X-Api-Key', headerValue: 'key' }
  for (const path of ['/', '/moved']) expect((await stateOf(camera + path, secrets)).error).toBeNull()
  const sentSecrets = requests.map(({ authorization, 'x-api-key': key }) => [authorization, key])
  const basicAuth = `Basic ${Buffer.from('ada:pass').toString('base64')}`
  expect(sentSecrets).toEqual([
    [basicAuth, 'key'],
    [basicAuth, 'key'],
    [undefined, undefined],
  ])
})

test('a picture is fetched at the interval of the form, and kept while fetching fails', async () => {
  let requests = 0
  const url = await localWeb((_request, response) => {
    requests++
    if (requests > 2) response.statusCode = 503
    response.end(png(10, requests))
  })
  await inStoppedTime(async (advance) => {
    const widgetId = await world.addWidget('picture', { url, seconds: 10 })
    await world.readSettled(widgetId)
    let passed = 0
    const readUntil = (isReached: (error: string | null) => boolean) =>
      expect
        .poll(async () => {
          const { error } = await world.read(widgetId)
          await advance(500)
          passed += 500
          return isReached(error)
        }, withoutAdvancingTime)
        .toBe(true)
    await readUntil(() => requests === 2)
    expect(passed).toBeGreaterThanOrEqual(9_000)
    expect(passed).toBeLessThan(20_000)
    await readUntil((error) => error === 'It answered with an error (503)')
    expect((await world.read(widgetId)).data).toMatchObject({ height: 2 })
  })
})
