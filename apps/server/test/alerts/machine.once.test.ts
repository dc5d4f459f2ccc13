import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advanceClock, newClock } from '#server/alerts/judge-clock.ts'
import { calmMs, FORGOTTEN_MS, type Observation, type RuleDelays, type Standing, step } from '#server/alerts/machine.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DELAYS: RuleDelays = { forMs: 5 * MINUTE_MS, clearMs: MINUTE_MS }

/** Feeds an observation every ten seconds; returns the events with their times. */
function simulate(seenAt: (ms: number) => Observation, untilMs: number, delays = DELAYS) {
  let standing: Standing | undefined
  const happened: [event: 'fired' | 'cleared', atMs: number][] = []
  for (let ms = 0; ms <= untilMs; ms += 10 * SECOND_MS) {
    const { next, happened: event } = step(standing, seenAt(ms), delays, ms)
    standing = next
    if (event) happened.push([event, ms])
  }
  return { happened, standing }
}
const alternating = (badMs: number, goodMs: number) => (ms: number) => (ms % (badMs + goodMs) < badMs ? 'bad' : 'good')

test('an alert fires after the delay of its rule, and ends once all was well for the rule’s time', () => {
  const { happened, standing } = simulate((ms) => (ms < 20 * MINUTE_MS ? 'bad' : 'good'), HOUR_MS)
  expect(happened).toEqual([
    ['fired', 5 * MINUTE_MS],
    ['cleared', 21 * MINUTE_MS],
  ])
  expect(standing).toMatchObject({ state: 'ok', fires: 1 })
})

test.each<[string, Observation]>([
  ['is false for a moment', 'good'],
  ['is between both bounds', 'between'],
  ['is unknown', 'unknown'],
])('a condition that %s before the delay is over starts its delay again', (_what, seen) => {
  const { happened } = simulate((ms) => (ms === 4 * MINUTE_MS ? seen : 'bad'), 9 * MINUTE_MS)
  expect(happened).toEqual([])
})

test.each<Observation>(['between', 'unknown', 'bad'])('an alert does not end while its condition is %s', (seen) => {
  const { happened } = simulate((ms) => (ms < 6 * MINUTE_MS ? 'bad' : seen), DAY_MS)
  expect(happened).toEqual([['fired', 5 * MINUTE_MS]])
})

describe('a condition that flaps', () => {
  test('every 40 seconds for a day is reported once', () => {
    const { happened } = simulate(alternating(40 * SECOND_MS, 40 * SECOND_MS), DAY_MS, { forMs: 0, clearMs: MINUTE_MS })
    expect(happened).toEqual([['fired', 0]])
  })

  test.each([1, 2, 5, 10, 30])('every %i minutes for a day is reported a few times and then once', (minutes) => {
    const flaps = alternating(minutes * MINUTE_MS, minutes * MINUTE_MS)
    const { happened } = simulate(flaps, DAY_MS, { forMs: 0, clearMs: 0 })
    // Eight firings, each with its end.
    expect(happened.length).toBeLessThanOrEqual(2 * 8)
    expect(happened.filter(([, at]) => at > DAY_MS / 2).length).toBeLessThanOrEqual(minutes < 30 ? 0 : 1)
  })

  test('fires after the same delay, however often it fired before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (fires) => {
        const first = step({ state: 'ok', since: 0, fires }, 'bad', DELAYS, HOUR_MS)
        expect(step(first.next, 'bad', DELAYS, HOUR_MS + DELAYS.forMs).happened).toBe('fired')
      }),
    )
  })

  test('is forgotten after a calm day', () => {
    const standing: Standing = { state: 'ok', since: 0, fires: 7 }
    expect(step(standing, 'good', DELAYS, FORGOTTEN_MS - 1).next).toEqual(standing)
    expect(step(standing, 'good', DELAYS, FORGOTTEN_MS).next).toBeUndefined()
  })

  test('needs a longer calm time after each firing, up to two hours, and at least the rule’s', () => {
    expect([1, 2, 3, 4].map((fires) => calmMs(5 * MINUTE_MS, fires) / MINUTE_MS)).toEqual([5, 10, 20, 40])
    expect(calmMs(0, 2)).toBe(2 * MINUTE_MS)
    expect(calmMs(5 * MINUTE_MS, 1000)).toBe(2 * HOUR_MS)
    expect(calmMs(DAY_MS, 9)).toBe(DAY_MS)
  })
})

/** Expected events: a firing needs an unbroken run of "bad", an end an unbroken run of "good". */
function expectedOf(all: readonly Observation[], { forMs, clearMs }: RuleDelays) {
  const happened: [event: 'fired' | 'cleared', atMs: number][] = []
  let fires = 0
  let runMs = 0
  for (const [n, seen] of all.entries()) {
    runMs = seen === all[n - 1] ? runMs + 10 * SECOND_MS : 0
    const isFiring = happened.at(-1)?.[0] === 'fired'
    if (isFiring && seen === 'good' && runMs >= calmMs(clearMs, fires)) happened.push(['cleared', n * 10 * SECOND_MS])
    if (isFiring || seen !== 'bad' || runMs < forMs) continue
    happened.push(['fired', n * 10 * SECOND_MS])
    fires++
  }
  return { happened, fires }
}

test('any sequence of states fires and clears only after unbroken runs, and counts the firings', () => {
  // Long runs, with single states between them.
  const runs = fc.array(
    fc.tuple(fc.constantFrom<Observation>('bad', 'good', 'between', 'unknown'), fc.integer({ min: 1, max: 24 })),
  )
  fc.assert(
    fc.property(runs, fc.nat(3), fc.nat(3), (lengths, forMin, clearMin) => {
      const delays = { forMs: forMin * MINUTE_MS, clearMs: clearMin * MINUTE_MS }
      const all = [...lengths.flatMap(([seen, count]) => Array<Observation>(count).fill(seen)), 'good' as const]
      const { happened, standing } = simulate(
        (ms) => all[ms / (10 * SECOND_MS)] ?? 'good',
        (all.length - 1) * 10 * SECOND_MS,
        delays,
      )
      expect({ happened, fires: standing?.fires ?? 0 }).toEqual(expectedOf(all, delays))
    }),
    { numRuns: 300 },
  )
})

describe("the judge's clock", () => {
  const times = { judgeGapMs: 30 * SECOND_MS, judgeGraceMs: MINUTE_MS }
  const grace = times.judgeGraceMs
  test.each([
    ['advances with the system clock', 10 * SECOND_MS, { counted: 10 * SECOND_MS, graceMs: 0 }],
    ['stops while the server is not running', 10 * MINUTE_MS, { counted: 0, graceMs: grace }],
    ['stops when the system clock is set ahead', HOUR_MS, { counted: 0, graceMs: grace }],
    ['stops when the system clock is set back', -HOUR_MS, { counted: 0, graceMs: grace }],
    ['tolerates a small correction of the system clock', -SECOND_MS, { counted: 0, graceMs: 0 }],
  ])('%s', (_what, passed, { counted, graceMs }) => {
    const wall = DAY_MS + passed
    expect(advanceClock({ ms: 500, wall: DAY_MS, graceMs: 0 }, wall, times)).toEqual({
      ms: 500 + counted,
      wall,
      graceMs,
    })
  })

  test('begins with the grace period, in which it does not advance', () => {
    // True: there are agents, so they get the time to reconnect.
    const begun = newClock(DAY_MS, true, times)
    expect(begun).toEqual({ ms: 0, wall: DAY_MS, graceMs: grace })
    expect(newClock(DAY_MS, false, times)).toEqual({ ms: 0, wall: DAY_MS, graceMs: 0 })
    let clock = begun
    for (let ms = 0; ms < grace + 5 * SECOND_MS; ms += 10 * SECOND_MS) {
      clock = advanceClock(clock, clock.wall + 10 * SECOND_MS, times)
    }
    expect(clock).toEqual({ ms: 10 * SECOND_MS, wall: clock.wall, graceMs: 0 })
  })
})
