import { expect, test } from 'vitest'
import type { CalendarEvent } from './calendar-data.ts'
import { nearestEvents } from './nearest.ts'

test('too many events are reduced to the nearest past and coming ones, in order', () => {
  const hour = 3_600_000
  const event = (hours: number): CalendarEvent => {
    const start = hours * hour
    return { slot: 1, kind: 'instant', title: '', place: '', start, end: start + hour }
  }
  const events = [50, -100, 3, -2, -60, 20, -50].map(event)
  const hoursOf = (kept: CalendarEvent[]) => kept.map(({ start }) => start / hour)
  expect(hoursOf(nearestEvents(events, 0, { past: 2, coming: 3 }))).toEqual([-60, -50, -2, 3, 20])
  expect(hoursOf(nearestEvents(events, 0, { past: 0, coming: 1 }))).toEqual([-2])
})
