import { expect, test } from 'vitest'
import { parseInstant, relativeText } from './relative.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T11:00:01Z', '59 minutes ago'],
  ['2026-11-21T11:00:00Z', '1 hour ago'],
  ['2026-11-20T12:00:01Z', '23 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-11-07T12:00:00Z', '2 weeks ago'],
  ['2026-09-21T12:00:00Z', '2 months ago'],
  ['2024-11-21T12:00:00Z', '2 years ago'],
  ['2026-11-21T14:30:00Z', 'in 2 hours'],
])('the time %s is written %s', (iso, text) => {
  expect(relativeText(new Date(iso), now)).toBe(text)
})

test.each([[null], [undefined], [''], ['yesterday'], ['2026-13-40T00:00:00Z']])('%j is no instant', (iso) => {
  expect(parseInstant(iso)).toBeNull()
})
