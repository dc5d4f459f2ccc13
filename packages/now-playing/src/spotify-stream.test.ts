import type { Tools } from '@atalaya/module-sdk/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NowPlaying } from './now-playing.ts'
import { followSpotify } from './spotify-stream.ts'

const SECOND = 1000
const JPEG = Buffer.from('ffd8ff00', 'hex')

/** The song that the account plays, and since when. */
let song: { name: string; picture: string; startedAt: number; isPaused?: boolean }
let status: number
let picture: () => { status: number; body: Buffer }
let pictures: string[]
let refused: (string | undefined)[]
let emitted: NowPlaying[]
let stop: AbortController
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'],
    now: Date.parse('2026-01-01T12:00:00Z'),
  })
  song = { name: 'One', picture: 'https://i.test/one', startedAt: Date.now() }
  status = 200
  picture = () => ({ status: 200, body: JPEG })
  pictures = []
  refused = []
  emitted = []
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
})

function answer() {
  const images = [{ url: song.picture, width: 300 }]
  const item = { name: song.name, duration_ms: 600 * SECOND, artists: [], album: { name: '', images } }
  return {
    is_playing: !song.isPaused,
    progress_ms: song.isPaused ? 0 : Date.now() - song.startedAt,
    currently_playing_type: 'track',
    item,
  }
}

const request = async (url: string, { headers }: { headers?: Record<string, string> } = {}) => {
  if (url.startsWith('https://i.test/')) {
    pictures.push(url)
    return picture()
  }
  const isOld = headers?.authorization === 'Bearer old'
  return { status: isOld ? 401 : status, body: Buffer.alloc(0), retryAfterMs: 7_000, json: answer }
}
const access = async (turnedDown?: string) => {
  refused.push(turnedDown)
  return { state: 'open', token: turnedDown === 'old' ? 'new' : 'old' }
}

const settings = { SPOTIFY_API_URL: 'https://api.test' }
const follow = () => {
  const tools = { net: { request }, access, signal: stop.signal, settings, warn: () => undefined }
  return followSpotify(tools as unknown as Tools, (data) => emitted.push(data))
}
const titles = () => emitted.map((data) => 'title' in data && data.title)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

test('a paused song is reported once a minute, also after the clock was set back', async () => {
  song.isPaused = true
  void follow()
  await pass(1)
  vi.setSystemTime(Date.now() - 3600 * SECOND)
  await pass(80)
  expect(titles()).toEqual(['One', 'One'])
})

test('a song that goes on is reported once a minute, and another one within five seconds', async () => {
  void follow()
  await pass(60)
  expect(titles()).toEqual(['One'])
  await pass(10)
  expect(titles()).toEqual(['One', 'One'])
  await pass(50)
  expect(titles()).toEqual(['One', 'One'])
  song = { name: 'Two', picture: 'https://i.test/two', startedAt: Date.now() }
  await pass(5)
  expect(titles()).toEqual(['One', 'One', 'Two'])
})

test('each picture is asked for once, also one that could not be had', async () => {
  void follow()
  await pass(20)
  picture = () => {
    throw new Error('away')
  }
  song = { name: 'Two', picture: 'https://i.test/two', startedAt: Date.now() }
  await pass(20)
  expect(pictures).toEqual(['https://i.test/one', 'https://i.test/two'])
  expect(emitted.at(-1)).toMatchObject({ title: 'Two', cover: null })
})

test('a token that Spotify refuses is replaced by another one', async () => {
  void follow()
  await pass(0)
  expect([refused, titles()]).toEqual([[undefined, 'old'], ['One']])
})

test('the error after too many requests has the delay that Spotify asks for', async () => {
  status = 429
  await expect(follow()).rejects.toMatchObject({ message: 'Spotify is asked too often', retryAfterMs: 7_000 })
})
