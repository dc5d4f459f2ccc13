import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { COVER_MAX_BYTES } from './cover.ts'
import { quote } from './mpd-client.ts'
import type { PlayerConfig } from './now-playing.ts'
import { follow } from './testing/follow.ts'
import { startStandInMpd } from './testing/stand-in-mpd.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** MPD sends pictures in parts of 8 KiB; this one takes three. */
const picture = Buffer.concat([PNG, Buffer.alloc(20_000, 7)])
const song = {
  file: 'albums/fires/01 "Lanterns".mp3',
  tags: { Title: 'Lanterns', Artist: 'The Night Watch', Album: 'Signal Fires' },
  durationS: 200,
  picture,
}

let mpd: Awaited<ReturnType<typeof startStandInMpd>>
beforeEach(async () => {
  mpd = await startStandInMpd()
})
afterEach(() => mpd.stop())

const config = (change: Partial<PlayerConfig> = {}): PlayerConfig => ({
  provider: 'mpd',
  host: '127.0.0.1',
  port: mpd.port,
  ...change,
})
function start(change?: Partial<PlayerConfig>) {
  const running = follow(config(change))
  onTestFinished(() => running.stop())
  return running
}

test('the playing song is reported with title, artist, album, time and picture, and again at each change', async () => {
  const running = start()
  await running.next(({ state }) => state === 'nothing')
  mpd.set({ state: 'play', song, elapsedS: 12.5 })
  expect(await running.next(({ state }) => state === 'playing')).toEqual({
    state: 'playing',
    kind: 'music',
    title: 'Lanterns',
    artist: 'The Night Watch',
    album: 'Signal Fires',
    cover: `data:image/png;base64,${picture.toString('base64')}`,
    durationMs: 200_000,
    progressMs: 12_500,
    at: expect.any(Number),
  })
  mpd.set({ state: 'pause', elapsedS: 20 })
  expect(await running.next(({ state }) => state === 'paused')).toMatchObject({ title: 'Lanterns', progressMs: 20_000 })
  // Three requests for its three parts: the pause fetched none of them again.
  expect(mpd.received.filter((line) => line.startsWith('readpicture'))).toHaveLength(3)
  mpd.set({ state: 'stop', song: null })
  await running.next(({ state }) => state === 'nothing')
})

test('a song without tags is named after its file, a station by its tag, and a picture is optional', async () => {
  const running = start()
  mpd.set({ state: 'play', song: { file: 'a/b/c.ogg', tags: {}, durationS: 0 } })
  expect(await running.next((data) => 'title' in data)).toMatchObject({
    title: 'c.ogg',
    artist: '',
    cover: null,
    durationMs: null,
  })
  const station = { file: 'http://radio.example/', tags: { Name: 'Radio Norte', Title: 'News at ten' }, durationS: 0 }
  mpd.set({ song: station })
  expect(await running.next((data) => 'title' in data && data.title !== 'c.ogg')).toMatchObject({
    title: 'News at ten',
    artist: 'Radio Norte',
  })
  mpd.set({ song: { ...station, tags: { Name: 'Radio Sur' } } })
  expect(await running.next((data) => 'title' in data && data.title === 'Radio Sur')).toMatchObject({ artist: '' })
  const large = { ...song, picture: Buffer.concat([PNG, Buffer.alloc(COVER_MAX_BYTES)]) }
  mpd.set({ song: large })
  const withLarge = await running.next((data) => 'title' in data && data.title === 'Lanterns')
  expect(withLarge).toMatchObject({ cover: null, picture: `${large.picture.length} bytes` })
  mpd.set({ song: { ...song, file: 'd.flac', picture: Buffer.concat([PNG, Buffer.alloc(3_000_000)]) } })
  expect(await running.next((data) => 'title' in data && data !== withLarge)).not.toHaveProperty('picture')
})

test('quotes, backslashes and line ends in an argument can not begin another command', () => {
  expect(quote('a "b" \\ c\nclear')).toBe('"a \\"b\\" \\\\ c clear"')
})

test('a missing and a wrong password are reported', async () => {
  const locked = await startStandInMpd('op"en')
  onTestFinished(() => locked.stop())
  const lockedPort = { port: locked.port }
  expect(await start(lockedPort).failure()).toBe('MPD wants a password')
  expect(await start({ ...lockedPort, password: 'shut' }).failure()).toBe('MPD does not take this password')
})

test('a connection that ends and an address that does not answer have different messages', async () => {
  const running = start()
  await running.next(({ state }) => state === 'nothing')
  mpd.hangUp()
  expect(await running.failure()).toBe('MPD has ended the connection')
  const other = await startStandInMpd()
  await other.stop()
  expect(await start({ port: other.port }).failure()).toBe('MPD does not answer at this address')
})

test('the connection closes when the last watcher stops', async () => {
  const running = follow(config())
  await running.next(({ state }) => state === 'nothing')
  expect(mpd.connections()).toBe(1)
  await running.stop()
  await expect.poll(() => mpd.connections()).toBe(0)
})
