import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from './instant.ts'
import { shortText } from './short.ts'
import { hourIn, isZone, knownLocale, localZone, wallTime } from './zone.ts'

test('zones and locales that the browser does not know are refused', () => {
  expect([isZone('Europe/Madrid'), isZone('Moon/Tycho'), isZone(localZone())]).toEqual([true, false, true])
  expect([knownLocale('de-AT'), knownLocale('xx-invalid-language-tag-9'), knownLocale(null)]).toEqual([
    'de-AT',
    undefined,
    undefined,
  ])
})

test('an instant converts to the local time of a zone and back', () => {
  const zones = fc.constantFrom('Europe/Madrid', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', undefined)
  const instants = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') })
  fc.assert(
    fc.property(instants, zones, (at, zone) => {
      const wall = wallTime(at, zone)
      expect(wallTime(instantOf(wall, zone), zone)).toBe(wall)
    }),
  )
})

test('a skipped local time moves behind the gap, and a repeated one means the first', () => {
  const zone = 'America/New_York'
  expect(instantOf(Date.parse('2026-03-08T02:30:00Z'), zone)).toBe(Date.parse('2026-03-08T03:30:00-04:00'))
  expect(instantOf(Date.parse('2026-11-01T01:30:00Z'), zone)).toBe(Date.parse('2026-11-01T01:30:00-04:00'))
})

test('hours and days follow the local time of the zone', () => {
  const [late, early] = [Date.parse('2026-11-24T22:59:00Z'), Date.parse('2026-11-24T23:01:00Z')]
  expect(hourIn(early, 'Europe/Madrid')).toBe(0)
  const texts = ['UTC', 'Europe/Madrid'].map((zone) =>
    shortText(late, new Date(early), { locale: 'en', zone, hours: 24 }),
  )
  expect(texts).toEqual(['22:59', 'yesterday'])
})
