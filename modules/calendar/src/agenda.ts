import { wallTime } from '@atalaya/format/zone'
import type { CalendarEvent } from '../server/calendar-data.ts'

export const DAY_MS = 86_400_000

/** Event in wall time, as a clock on the wall shows it: the ms that its date and time would be in UTC. */
export type WallEvent = CalendarEvent & { from: number; to: number }

/** An event on one of its days. `part` is the part of it on that day. */
export type Entry = { event: WallEvent; part: 'day' | 'start' | 'end' }
export type AgendaDay = { day: number; entries: Entry[] }

/**
 * Converts events to the wall time of a zone. Dates and local times, which are the same everywhere, stay as they are.
 */
export function toWallEvents(events: readonly CalendarEvent[], zone: string | undefined): WallEvent[] {
  const wall = ({ kind }: CalendarEvent, at: number) => (kind === 'instant' ? wallTime(at, zone) : at)
  return events.map((event) => ({ ...event, from: wall(event, event.start), to: wall(event, event.end) }))
}

export const dayOf = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS

/** True if part of an event is on a day. An event without duration is on the day of its beginning. */
const isOn = ({ from, to }: WallEvent, day: number) => from < day + DAY_MS && (to > day || from >= day)

function entryOn(event: WallEvent, day: number): Entry {
  const isStart = event.kind !== 'day' && event.from >= day
  const isEnd = event.kind !== 'day' && event.to < day + DAY_MS
  return { event, part: isStart ? 'start' : isEnd ? 'end' : 'day' }
}

/** Entries of a day, in order: first those that last all of it, then the others by time. */
export function entriesOn(events: readonly WallEvent[], day: number): Entry[] {
  const order = ({ event, part }: Entry) => (part === 'day' ? 0 : part === 'end' ? 1 : event.from)
  const entries = events.filter((event) => isOn(event, day)).map((event) => entryOn(event, day))
  return entries.sort((a, b) => order(a) - order(b))
}

/** The days with events from now on, without past events. */
export function agendaOf(events: readonly WallEvent[], wallNow: number, days: number): AgendaDay[] {
  const today = dayOf(wallNow)
  const coming = events.filter(({ from, to }) => to > wallNow || from >= wallNow)
  const all = Array.from({ length: days + 1 }, (_, index) => today + index * DAY_MS)
  return all.map((day) => ({ day, entries: entriesOn(coming, day) })).filter(({ entries }) => entries.length > 0)
}

/** The weeks of the month of a day, with the days of other months that fill them. */
export function weeksOf(today: number, firstDay = 1): number[][] {
  const date = new Date(today)
  // Day 0 of the next month is the last day of this one.
  const [first, last] = [0, 1].map((more) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1 - more)) as [
    number,
    number,
  ]
  const daysBefore = (new Date(first).getUTCDay() - (firstDay % 7) + 7) % 7
  const start = first - daysBefore * DAY_MS
  const weeks = Math.ceil((last + DAY_MS - start) / (7 * DAY_MS))
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => start + (week * 7 + day) * DAY_MS),
  )
}
