import { expect, test } from 'vitest'
import { createTimes, knownZone } from '#web/app/display-screen/screen-times.ts'

const at = Date.parse('2026-11-24T23:05:00Z')

test("clocks and dates are those of the display's zone, in its language", () => {
  const times = createTimes('de-AT', 'Europe/Vienna')
  expect(times.time(at)).toBe('00:05')
  expect(times.date(at)).toBe('Mittwoch, 25. November')
  expect(times.hour(at)).toBe(0)
})

test('a time zone that this browser does not know is replaced by the local one', () => {
  expect(knownZone('Moon/Tycho')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(createTimes('xx-invalid-language-tag-9', 'Moon/Tycho').time(at)).toMatch(/\d/)
})
