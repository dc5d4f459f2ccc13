import { describe, expect, test } from 'vitest'
import type { EntryHours } from './display-entries.ts'
import { isWithin, momentIn } from './display-playlist.ts'

const [MON, TUE, WED, THU, FRI, SAT, SUN] = [1, 2, 3, 4, 5, 6, 7] as const
const DAILY = [MON, TUE, WED, THU, FRI, SAT, SUN]
const hoursOf = (from: string, to: string, days: number[] = DAILY): EntryHours => ({ from, to, days })

describe('hours', () => {
  test.each<[string, EntryHours, [weekday: number, time: string][], [weekday: number, time: string][]]>([
    [
      'within a day',
      hoursOf('08:00', '12:30'),
      [
        [MON, '08:00'],
        [SUN, '12:29'],
      ],
      [
        [MON, '07:59'],
        [MON, '12:30'],
      ],
    ],
    [
      'of some days',
      hoursOf('08:00', '12:00', [SAT, SUN]),
      [
        [SAT, '09:00'],
        [SUN, '09:00'],
      ],
      [
        [FRI, '09:00'],
        [MON, '09:00'],
      ],
    ],
    [
      'over midnight belong to the day on which they began',
      hoursOf('22:00', '06:00', [FRI]),
      [
        [FRI, '22:00'],
        [FRI, '23:59'],
        [SAT, '00:00'],
        [SAT, '05:59'],
      ],
      [
        [FRI, '00:00'],
        [FRI, '05:59'],
        [FRI, '21:59'],
        [SAT, '06:00'],
        [SAT, '22:00'],
        [THU, '23:00'],
      ],
    ],
    [
      "over the week's end",
      hoursOf('22:00', '06:00', [SUN]),
      [
        [SUN, '22:00'],
        [MON, '00:00'],
        [MON, '05:59'],
      ],
      [
        [SUN, '05:59'],
        [MON, '06:00'],
        [MON, '22:00'],
        [SAT, '23:00'],
      ],
    ],
    [
      'over midnight every day',
      hoursOf('22:00', '06:00'),
      [
        [WED, '05:59'],
        [WED, '22:00'],
      ],
      [
        [WED, '06:00'],
        [WED, '21:59'],
      ],
    ],
    [
      'until midnight',
      hoursOf('18:00', '00:00', [TUE]),
      [
        [TUE, '18:00'],
        [TUE, '23:59'],
      ],
      [
        [TUE, '17:59'],
        [WED, '00:00'],
      ],
    ],
    [
      'from midnight',
      hoursOf('00:00', '06:00', [TUE]),
      [
        [TUE, '00:00'],
        [TUE, '05:59'],
      ],
      [
        [TUE, '06:00'],
        [MON, '23:59'],
      ],
    ],
    [
      'from and to the same time are a whole day',
      hoursOf('00:00', '00:00', [TUE]),
      [
        [TUE, '00:00'],
        [TUE, '23:59'],
      ],
      [
        [MON, '23:59'],
        [WED, '00:00'],
      ],
    ],
    [
      'from and to noon end at noon of the day after',
      hoursOf('12:00', '12:00', [TUE]),
      [
        [TUE, '12:00'],
        [TUE, '23:59'],
        [WED, '11:59'],
      ],
      [
        [TUE, '11:59'],
        [WED, '12:00'],
      ],
    ],
  ])('%s', (_what, hours, within, without) => {
    const isIn = ([weekday, time]: [number, string]) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number)
      return isWithin(hours, { weekday, minute: hour * 60 + minute })
    }
    expect(within.filter((moment) => !isIn(moment))).toEqual([])
    expect(without.filter(isIn)).toEqual([])
  })

  test('are followed by their complement without gap or overlap, all week long', () => {
    const moments = DAILY.flatMap((weekday) => Array.from({ length: 1440 }, (_, minute) => ({ weekday, minute })))
    for (const [from, to] of [
      ['06:00', '22:00'],
      ['00:00', '12:00'],
      ['23:59', '00:00'],
      ['17:30', '04:10'],
    ] as const) {
      const [day, night] = [hoursOf(from, to), hoursOf(to, from)]
      const wrong = moments.filter((moment) => isWithin(day, moment) === isWithin(night, moment))
      expect([from, to, wrong]).toEqual([from, to, []])
    }
  })
})

describe('clocks', () => {
  test.each([
    ['Europe/Vienna', '2026-01-14T11:00:00Z', WED, '12:00'],
    ['Europe/Vienna', '2026-07-15T22:30:00Z', THU, '00:30'],
    // The hour from two to three is skipped.
    ['Europe/Vienna', '2026-03-29T00:59:59Z', SUN, '01:59'],
    ['Europe/Vienna', '2026-03-29T01:00:00Z', SUN, '03:00'],
    // The hour from two to three occurs twice.
    ['Europe/Vienna', '2026-10-25T00:30:00Z', SUN, '02:30'],
    ['Europe/Vienna', '2026-10-25T01:30:00Z', SUN, '02:30'],
    ['Europe/Vienna', '2026-10-25T02:00:00Z', SUN, '03:00'],
    ['America/New_York', '2026-03-08T06:59:59Z', SUN, '01:59'],
    ['America/New_York', '2026-03-08T07:00:00Z', SUN, '03:00'],
    ['America/New_York', '2026-11-01T05:30:00Z', SUN, '01:30'],
    ['America/New_York', '2026-11-01T06:30:00Z', SUN, '01:30'],
    ['Asia/Kolkata', '2026-01-14T18:30:00Z', THU, '00:00'],
    ['Australia/Lord_Howe', '2026-01-14T13:00:00Z', THU, '00:00'],
    ['Pacific/Kiritimati', '2026-01-11T10:00:00Z', MON, '00:00'],
    ['Pacific/Pago_Pago', '2026-01-12T10:59:00Z', SUN, '23:59'],
    ['UTC', '2026-02-28T23:59:59Z', SAT, '23:59'],
  ] as const)('in %s show the local weekday and minute of %s', (zone, at, weekday, time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    expect(momentIn(zone, Date.parse(at))).toEqual({ weekday, minute: hour * 60 + minute })
  })

  test('an unknown zone is a RangeError', () => {
    expect(() => momentIn('Mars/Olympus', 0)).toThrow(RangeError)
  })

  /** Minutes on within the 24 hours after `from`. */
  const minutesOn = (zone: string, hours: EntryHours, from: string) =>
    Array.from({ length: 24 * 6 }, (_, n) => Date.parse(from) + n * 600_000).filter((at) =>
      isWithin(hours, momentIn(zone, at)),
    ).length * 10
  test.each([
    ['Europe/Vienna', '01:00', '04:00', '2026-03-28T12:00:00Z', 120],
    ['Europe/Vienna', '01:00', '04:00', '2026-10-24T12:00:00Z', 240],
    ['Europe/Vienna', '22:00', '06:00', '2026-03-28T12:00:00Z', 420],
    ['Europe/Vienna', '22:00', '06:00', '2026-10-24T12:00:00Z', 540],
    // Wholly inside the hour that is skipped or occurs twice.
    ['Europe/Vienna', '02:00', '03:00', '2026-03-28T12:00:00Z', 0],
    ['Europe/Vienna', '02:00', '02:30', '2026-10-24T12:00:00Z', 60],
    ['America/New_York', '01:00', '04:00', '2026-03-07T18:00:00Z', 120],
    ['America/New_York', '01:00', '04:00', '2026-10-31T18:00:00Z', 240],
  ] as const)('%s: a night from %s to %s, from %s on, has %i minutes', (zone, from, to, begin, minutes) => {
    expect(minutesOn(zone, hoursOf(from, to), begin)).toBe(minutes)
  })
})
