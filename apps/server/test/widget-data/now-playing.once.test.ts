import { dashboard } from '@atalaya/contract/dashboard'
import { integrations } from '@atalaya/contract/integrations'
import { moduleSources } from '@atalaya/contract/module-sources'
import { type FakeSpotify, startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loopback } from '#test/support/loopback.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { startStandInMpd } from '../../../../packages/now-playing/src/testing/stand-in-mpd.ts'

let app: TestApp
let spotify: FakeSpotify
beforeAll(async () => {
  spotify = await startFakeSpotify()
  app = await createTestApp({ config: { ...spotify.settings, ALLOW_PRIVATE_HOSTS: loopback } })
})
beforeEach(() => spotify.reset())
afterAll(async () => {
  await app.close()
  await spotify.stop()
})

async function signUpListener(isConnected: boolean): Promise<string> {
  const { accessToken } = (await app.signUp()).tokens
  if (!isConnected) return accessToken
  const [headers, body] = [{ host: '127.0.0.1:3000' }, { origin: 'http://127.0.0.1:3000' }]
  const { authorizeUrl } = (await app.call(integrations.startSpotify, { body, headers }, accessToken)).body.data
  const answer = Object.fromEntries((await spotify.agree(authorizeUrl)).searchParams)
  await app.call(integrations.exchangeSpotify, { body: answer }, accessToken)
  return accessToken
}
async function newWidget(token: string, id: string, config: object = {}): Promise<string> {
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const install = { params: { id: page._id }, body: { meta: { id }, config } }
  return (await app.call(dashboard.install, install, token)).body.data.module._id
}
const read = async (token: string, widgetId: string) =>
  (await app.call(moduleSources.read, { params: { widgetId } }, token)).body.data.state

test('both modules of one account share one upstream, and another account has a separate one', async () => {
  spotify.play()
  const ada = await signUpListener(true)
  const [large, compact] = [await newWidget(ada, 'now-playing'), await newWidget(ada, 'now-playing-compact')]
  const states = await Promise.all([large, compact, large, compact].map((id) => read(ada, id)))
  expect(new Set(states.map(({ source }) => source)).size).toBe(1)
  expect(states[0]).toMatchObject({
    error: null,
    data: {
      state: 'playing',
      kind: 'music',
      title: 'Lanterns',
      artist: 'The Night Watch, Ada',
      album: 'Signal Fires',
      cover: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
      durationMs: 200_000,
      progressMs: 30_000,
    },
  })
  const bea = await signUpListener(true)
  const other = await read(bea, await newWidget(bea, 'now-playing'))
  expect(other.source).not.toBe(states[0].source)
  // No token reaches a page.
  expect(JSON.stringify(states)).not.toMatch(/access-|refresh-/)
})

test('a widget without a connection, or with an ended one, asks the user to connect', async () => {
  const ada = await signUpListener(false)
  expect((await read(ada, await newWidget(ada, 'now-playing'))).data).toEqual({ state: 'connect' })
  const bea = await signUpListener(true)
  spotify.revoke()
  expect((await read(bea, await newWidget(bea, 'now-playing'))).data).toEqual({ state: 'reconnect' })
})

test.each([
  [{ status: 204 }, { data: { state: 'nothing' }, error: null }],
  [{ status: 200, body: { is_playing: true, item: null } }, { data: { state: 'nothing' } }],
  [
    { status: 200, body: { is_playing: true, progress_ms: 4000, currently_playing_type: 'ad', item: null } },
    { data: { state: 'playing', kind: 'advertisement', title: 'Advertisement', progressMs: 4000, cover: null } },
  ],
  [
    {
      status: 200,
      body: {
        is_playing: false,
        progress_ms: 9000,
        currently_playing_type: 'episode',
        item: { name: 'Rivers', duration_ms: 60_000, images: [], show: { name: 'Maps', publisher: 'Radio Norte' } },
      },
    },
    { data: { state: 'paused', kind: 'talk', title: 'Rivers', artist: 'Maps', album: 'Radio Norte', cover: null } },
  ],
  [
    { status: 429, headers: { 'retry-after': '30' } },
    { data: null, error: 'Spotify is asked too often' },
  ],
  [{ status: 403 }, { error: 'Spotify does not let this account in: its developer app must name it' }],
  [{ status: 502 }, { error: 'Spotify answered with an error (502)' }],
])('an answer of Spotify is shown or reported: %j', async (answer, expected) => {
  const ada = await signUpListener(true)
  spotify.control.player = answer
  expect(await read(ada, await newWidget(ada, 'now-playing'))).toMatchObject(expected)
})

test('a token that Spotify refuses is replaced', async () => {
  spotify.play()
  const ada = await signUpListener(true)
  spotify.endAccess()
  expect((await read(ada, await newWidget(ada, 'now-playing'))).data).toMatchObject({ title: 'Lanterns' })
})

test('an MPD is not requested without an address, or in the local network without permission', async () => {
  const ada = await signUpListener(false)
  const readMpd = async (config: object) =>
    read(ada, await newWidget(ada, 'now-playing', { provider: 'mpd', ...config }))
  expect(await readMpd({ host: '127.0.0.2' })).toMatchObject({
    data: null,
    error: 'MPD does not answer at this address',
  })
  expect(await readMpd({})).toMatchObject({ data: null, error: 'Enter the address of your MPD.' })
})

test('a picture too large for the data is served separately, to viewers of the widget only', async () => {
  const mpd = await startStandInMpd()
  onTestFinished(() => mpd.stop())
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500_000, 7)])
  mpd.set({ state: 'play', song: { file: 'a.flac', tags: { Title: 'Signal' }, durationS: 60, picture } })
  const ada = await signUpListener(false)
  const widgetId = await newWidget(ada, 'now-playing', { provider: 'mpd', host: '127.0.0.1', port: mpd.port })
  const { data } = await read(ada, widgetId)
  expect(data).toMatchObject({ title: 'Signal', cover: null, picture: expect.any(String) })
  const pictureOf = (key: string, token: string) =>
    app.call(moduleSources.picture, { params: { widgetId, key } }, token)
  expect((await pictureOf(data.picture, ada)).body.data.picture).toBe(
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  expect((await pictureOf('another', ada)).status).toBe(404)
  expect((await pictureOf(data.picture, await signUpListener(false))).status).toBe(404)
})
