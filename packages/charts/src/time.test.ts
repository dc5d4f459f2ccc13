import { instantText, tickTimeText } from '@atalaya/format/chart-time'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { timeTicks, weekBefore } from './time.ts'

const HOUR_MS = 3_600_000
const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).getTime()

test('an hour has ticks at round minutes', () => {
  const ticks = timeTicks(at(1, 10, 7), at(1, 11, 7), 6)
  expect(ticks.map((tick) => tickTimeText(tick, HOUR_MS, {}))).toEqual([
    '10:10',
    '10:20',
    '10:30',
    '10:40',
    '10:50',
    '11:00',
  ])
})

/** Minutes between ticks, for a range of six of them. */
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 360, 720].concat(
  [1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * 1_440),
)
test.each(STEPS)('six times %i minutes have ticks at that distance, and a longer range at the next one', (step) => {
  const from = Date.UTC(2026, 0, 1)
  const cut = (minutes: number) => timeTicks(from, from + minutes * 60_000, 6, 'UTC').slice(0, 2)
  const distance = ([first = 0, second = 0]: number[]) => (second - first) / 60_000
  expect(distance(cut(step * 6))).toBe(step)
  expect(distance(cut(step * 6 + 1))).toBe(STEPS[STEPS.indexOf(step) + 1] ?? 525_600)
})

test('a month with a clock change has all its ticks at local midnights', () => {
  const [from, to] = [at(1, 12), at(31, 12)]
  const ticks = timeTicks(from, to, 6)
  expect(ticks.every((tick) => new Date(tick).getHours() === 0)).toBe(true)
  expect(ticks.length).toBeGreaterThan(3)
  expect(tickTimeText(ticks[0] ?? 0, to - from, {})).toMatch(/^\d+ Mar$/)
})

test('ticks are ordered whole minutes within the range, at most one more than requested', () => {
  const span = fc.integer({ min: 60_000, max: 3 * 365 * 24 * HOUR_MS })
  const start = fc.integer({ min: at(1, 0), max: at(31, 0) })
  fc.assert(
    fc.property(start, span, fc.integer({ min: 2, max: 12 }), (from, long, count) => {
      const ticks = timeTicks(from, from + long, count)
      expect(ticks.length).toBeLessThanOrEqual(count + 1)
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b))
      for (const tick of ticks) {
        expect(tick % 60_000).toBe(0)
        expect(tick >= from && tick <= from + long).toBe(true)
      }
    }),
  )
})

/** Days on which clocks are set ahead or back, with their length in hours. */
const switches = [
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
] as const
describe.each(switches)('in %s on %s, a day of %i hours', (zone, date, hours) => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })
  /** Midnight at the beginning and at the end of that day, in local time. */
  function dayOf() {
    vi.stubEnv('TZ', zone)
    const from = new Date(`${date}T00:00:00`).getTime()
    const next = new Date(`${date}T00:00:00`)
    next.setDate(next.getDate() + 1)
    expect(next.getTime() - from).toBe(hours * HOUR_MS)
    return { from, to: next.getTime() }
  }
  const labels = (from: number, to: number, count: number) =>
    timeTicks(from, to, count).map((tick) => tickTimeText(tick, 24 * HOUR_MS, { zone }))

  test.each([
    [5, ['00:00', '06:00', '12:00', '18:00', '00:00']],
    [9, ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '00:00']],
  ])('the day has at most %i ticks, at round hours', (count, expected) => {
    const { from, to } = dayOf()
    expect(labels(from, to, count)).toEqual(expected)
  })

  test('every existing hour has a tick', () => {
    const { from, to } = dayOf()
    const ticks = timeTicks(from, to, hours)
    expect(ticks).toEqual(Array.from({ length: hours + 1 }, (_, n) => from + n * HOUR_MS))
  })

  test('the two days before and after have ticks at the same hours', () => {
    const { from, to } = dayOf()
    const all = labels(from - 48 * HOUR_MS, to + 48 * HOUR_MS, 11)
    expect(new Set(all)).toEqual(new Set(['00:00', '12:00']))
  })

  test('a reader in another time zone sees the same ticks', () => {
    const { from, to } = dayOf()
    const spans = [
      [from, to, 5],
      [from, to, hours],
      [from - 48 * HOUR_MS, to + 48 * HOUR_MS, 11],
      [from - 360 * HOUR_MS, to + 360 * HOUR_MS, 8],
    ] as const
    const here = spans.map((span) => timeTicks(span[0], span[1], span[2]))
    const before = weekBefore(to)
    vi.stubEnv('TZ', 'Asia/Kathmandu')
    expect(spans.map((span) => timeTicks(span[0], span[1], span[2], zone))).toEqual(here)
    expect(weekBefore(to, zone)).toBe(before)
  })

  test('the weeks around it have ticks at midnight', () => {
    const { from, to } = dayOf()
    const ticks = timeTicks(from - 15 * 24 * HOUR_MS, to + 15 * 24 * HOUR_MS, 8)
    expect(ticks.length).toBeGreaterThan(5)
    expect(ticks.map((tick) => new Date(tick).getHours())).toEqual(ticks.map(() => 0))
  })

  test('a repeated hour is labelled with its offset, and a week earlier has the same local time', () => {
    const { from, to } = dayOf()
    const hourStarts = Array.from({ length: hours }, (_, n) => from + n * HOUR_MS)
    const texts = hourStarts.map((hour) => instantText(hour, { zone }))
    expect(new Set(texts).size).toBe(hours)
    expect(texts.filter((text) => text.includes('GMT'))).toHaveLength(hours === 25 ? 2 : 0)
    expect(tickTimeText(weekBefore(to), 0, { zone })).toBe(tickTimeText(to, 0, { zone }))
    expect(to - weekBefore(to)).toBe((7 * 24 + hours - 24) * HOUR_MS)
  })
})
