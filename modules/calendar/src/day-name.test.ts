import { expect, test } from 'vitest'
import { dateName, dayName } from './day-name.ts'

const day = (date: number) => Date.UTC(2026, 10, date)
const formats = { locale: 'en-GB', zone: 'America/New_York' }

test.each([
  [25, 'Today'],
  [26, 'Tomorrow'],
  [27, 'Fri, 27 Nov'],
  [24, 'Tue, 24 Nov'],
])('on the evening of the 25th, day %i is named %s', (date, name) => {
  expect(dayName(day(date), day(25) + 23 * 3_600_000, formats)).toBe(name)
})

test('the name of a day does not depend on the zone', () => {
  expect(['America/New_York', 'Pacific/Auckland'].map((zone) => dateName(day(27), { ...formats, zone }))).toEqual([
    'Fri, 27 Nov',
    'Fri, 27 Nov',
  ])
})
