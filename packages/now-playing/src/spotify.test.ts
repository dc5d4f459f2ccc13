import type { Tools } from '@atalaya/module-sdk/server'
import { expect, test } from 'vitest'
import { createSpotifyReader } from './spotify.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const JPEG = Buffer.from('ffd8ff00', 'hex')

/** Reads what an account plays, with this answer of Spotify. */
async function read(answer: unknown, status = 200) {
  const pictures: string[] = []
  async function request(url: string) {
    if (!url.startsWith('https://api.test')) pictures.push(url)
    return { status, headers: {}, body: JPEG, retryAfterMs: 7_000, json: () => answer }
  }
  const tools = {
    net: { request },
    access: async () => ({ state: 'open', token: 't' }),
    settings: { SPOTIFY_API_URL: 'https://api.test' },
    warn: () => undefined,
  } as unknown as Tools
  const playing = await createSpotifyReader(tools, () => NOW)().catch((error: Error) => error)
  return { playing, pictures }
}
const track = (item: object) => ({
  is_playing: true,
  progress_ms: 5_000,
  currently_playing_type: 'track',
  item: { name: 'One', duration_ms: 60_000, ...item },
})

test('a track has its artists and album, and an episode its show and publisher', async () => {
  const { playing } = await read(track({ artists: [{ name: 'Ann' }, { name: 'Ben' }], album: { name: 'Fires' } }))
  expect(playing).toEqual({
    state: 'playing',
    kind: 'music',
    title: 'One',
    artist: 'Ann, Ben',
    album: 'Fires',
    cover: null,
    durationMs: 60_000,
    progressMs: 5_000,
    at: NOW,
  })
  const episode = { ...track({ show: { name: 'Talks', publisher: 'Radio' } }), currently_playing_type: 'episode' }
  expect((await read(episode)).playing).toMatchObject({ kind: 'talk', title: 'One', artist: 'Talks', album: 'Radio' })
})

test('an advertisement has no names, and nothing plays without an item', async () => {
  const advertisement = { is_playing: true, progress_ms: 1_000, currently_playing_type: 'ad', item: null }
  expect((await read(advertisement)).playing).toMatchObject({
    kind: 'advertisement',
    state: 'playing',
    durationMs: null,
  })
  expect((await read({ is_playing: false, item: null })).playing).toEqual({ state: 'nothing' })
  expect((await read(null, 204)).playing).toEqual({ state: 'nothing' })
})

test.each([
  [[640, 300, 64], 300],
  [[64, 640], 640],
  [[64, 200], 200],
  [[640, null], null],
])('of pictures with the widths %j the one with %j is fetched', async (widths, expected) => {
  const images = widths.map((width) => ({ url: `https://i.test/${width}`, width }))
  const { playing, pictures } = await read(track({ album: { name: '', images } }))
  expect(pictures).toEqual([`https://i.test/${expected}`])
  expect(playing).toMatchObject({ cover: `data:image/jpeg;base64,${JPEG.toString('base64')}` })
})

test.each([
  [403, 'Spotify does not let this account in: its developer app must name it'],
  [429, 'Spotify is asked too often'],
  [500, 'Spotify answered with an error (500)'],
])('the answer %i is explained in plain words', async (status, text) => {
  expect((await read({}, status)).playing).toMatchObject({ message: text })
})

test('an answer of another shape is refused', async () => {
  expect((await read({ is_playing: 'yes' })).playing).toMatchObject({ message: 'Spotify’s answer could not be read' })
})
