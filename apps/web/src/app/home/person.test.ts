import { afterEach, expect, test, vi } from 'vitest'
import { greeting } from '#web/app/home/greeting.ts'
import { activeRole, birthdayText, lastAccess, nextBirthday, roleLine } from '#web/app/home/person.ts'

const now = new Date(2026, 10, 21, 15, 30)

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  [0, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [18, 'Good afternoon'],
  [19, 'Good evening'],
  [23, 'Good evening'],
])('"Good morning before 12:00, Good afternoon before 19:00, otherwise Good evening": %i h', (hour, text) => {
  expect(greeting(hour)).toBe(text)
})

test.each([
  ['Active role (Guest if no session)', null, 'Guest', 'Unassigned'],
  ["role (user, shown as 'Usuario', or admin)", { role: 'user' as const }, 'Usuario', 'Usuario'],
  ["role (user, shown as 'Usuario', or admin)", { role: 'admin' as const }, 'Admin', 'Admin'],
])('"%s", "Role (\'Unassigned\' if none)"', (_sentence, user, card, line) => {
  expect(activeRole(user)).toBe(card)
  expect(roleLine(user)).toBe(line)
})

test.each([
  [null, 'Unknown date'],
  [undefined, 'Unknown date'],
  ['not a date', 'Unknown date'],
  [new Date(2026, 10, 21, 12, 30).toISOString(), '3 hours ago'],
])('"an invalid or missing last login shows \'Unknown date\'", "Last access (relative time)": %s', (login, text) => {
  expect(lastAccess(login, now)).toBe(text)
})

test.each([
  [null, 'No data', 'No data'],
  [undefined, 'No data', 'No data'],
  ['', 'No data', 'No data'],
  ['1990-02-30', 'No data', 'No data'],
  ['soon', 'No data', 'No data'],
  ['1990-12-10', '10 December, in 19 days', '10 Dec 1990'],
  ['1990-11-21', 'Today', '21 Nov 1990'],
  ['1990-11-22', '22 November, tomorrow', '22 Nov 1990'],
  ['1990-11-20', '20 November, in 364 days', '20 Nov 1990'],
  ['1990-03-29', '29 March, in 128 days', '29 Mar 1990'],
  ['1992-02-29', '29 February, in 465 days', '29 Feb 1992'],
])(
  '"an invalid or missing birthday shows \'No data\'. The next-birthday label is computed": %s',
  (birthday, next, full) => {
    expect(nextBirthday(birthday, now, {})).toBe(next)
    expect(birthdayText(birthday, {})).toBe(full)
  },
)

test.each([
  ['Europe/Berlin', 'ahead', [2026, 2, 28], '1990-03-29', '1990-03-30'],
  ['Europe/Berlin', 'back', [2026, 9, 24], '1990-10-25', '1990-10-26'],
  ['America/New_York', 'ahead', [2026, 2, 7], '1990-03-08', '1990-03-09'],
  ['America/New_York', 'back', [2026, 9, 31], '1990-11-01', '1990-11-02'],
] as const)('a day in %s before clocks are set %s counts as one day', (zone, _way, [year, month, day], next, after) => {
  vi.stubEnv('TZ', zone)
  for (const hour of [0, 12, 23]) {
    const today = new Date(year, month, day, hour, 30)
    expect(nextBirthday(next, today, {})).toMatch(/, tomorrow$/)
    expect(nextBirthday(after, today, {})).toMatch(/, in 2 days$/)
  }
})

test.each([
  ['Pacific/Auckland', 'Today'],
  ['America/Los_Angeles', '22 November, tomorrow'],
])('the next birthday counts from the day in the chosen zone: %s', (zone, text) => {
  vi.stubEnv('TZ', 'Europe/Madrid')
  expect(nextBirthday('1990-11-22', new Date('2026-11-21T20:00:00Z'), { zone })).toBe(text)
})
