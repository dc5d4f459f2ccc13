import { describe, expect, test } from 'vitest'
import { COVER_MAX_BYTES, coverOf } from './cover.ts'
import { isExpected, type Playing, progressAt, timeText } from './now-playing.ts'
import { nextPollMs } from './spotify-stream.ts'

const song: Playing = {
  state: 'playing',
  kind: 'music',
  title: 'Lanterns',
  artist: 'The Night Watch',
  album: 'Signal Fires',
  cover: null,
  durationMs: 200_000,
  progressMs: 50_000,
  at: 1_000_000,
}

describe('the progress between two readings', () => {
  test.each([
    ['continues while it plays', song, 10_000, 60_000],
    ['stops while it is paused', { ...song, state: 'paused' as const }, 10_000, 50_000],
    ['ends with the song', song, 500_000, 200_000],
    ['continues without end if there is no duration', { ...song, durationMs: null }, 500_000, 550_000],
    ['does not go back if the clocks differ', song, -5_000, 50_000],
  ])('%s', (_name, playing, passed, progress) => {
    expect(progressAt(playing, playing.at + passed)).toBe(progress)
  })
})

describe('a reading', () => {
  const later = (change: Partial<Playing> = {}): Playing => ({
    ...song,
    progressMs: 55_000,
    at: song.at + 5_000,
    ...change,
  })
  test('is not reported if it was expected', () => {
    expect(isExpected(song, later())).toBe(true)
    expect(isExpected(song, later({ progressMs: 56_500 }))).toBe(true)
    expect(isExpected({ state: 'nothing' }, { state: 'nothing' })).toBe(true)
  })
  test('is reported for another song, a pause, a jump or the end', () => {
    expect(isExpected(song, later({ title: 'Embers' }))).toBe(false)
    expect(isExpected(song, later({ state: 'paused' }))).toBe(false)
    expect(isExpected(song, later({ progressMs: 90_000 }))).toBe(false)
    expect(isExpected(song, later({ picture: 'another' }))).toBe(false)
    expect(isExpected(song, { state: 'nothing' })).toBe(false)
    expect(isExpected({ state: 'connect' }, song)).toBe(false)
    expect(isExpected(null, song)).toBe(false)
  })
})

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [187_000, '3:07'],
  [3_729_000, '1:02:09'],
])('a time of %i ms is written %s', (ms, text) => {
  expect(timeText(ms)).toBe(text)
})

test.each([
  ['in the middle of a song', song, 5_000],
  ['shortly before its end', { ...song, progressMs: 198_000 }, 2_700],
  ['after its end', { ...song, progressMs: 200_000 }, 1_000],
  ['in a stream without end', { ...song, durationMs: null }, 5_000],
  ['while it is paused', { ...song, state: 'paused' as const }, 15_000],
  ['while nothing plays', { state: 'nothing' as const }, 15_000],
])('Spotify is polled again at the right time %s', (_name, seen, ms) => {
  expect(nextPollMs(seen, song.at)).toBe(ms)
})

test('the type of a picture is read from its bytes, and its size is limited', () => {
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
  expect(coverOf(png)).toBe(`data:image/png;base64,${png.toString('base64')}`)
  expect(coverOf(Buffer.from('ffd8ffe000', 'hex'))).toMatch(/^data:image\/jpeg;/)
  expect(coverOf(Buffer.from('RIFF0000WEBPVP8'))).toMatch(/^data:image\/webp;/)
  for (const other of ['<svg onload="alert(1)">', '<!doctype html>', '']) expect(coverOf(Buffer.from(other))).toBe(null)
  expect(coverOf(Buffer.concat([png, Buffer.alloc(COVER_MAX_BYTES)]))).toBe(null)
})
