import ICAL from 'ical.js'
import type { CalendarEvent, Slot } from './calendar-data.ts'
import { PLACE_MAX, TITLE_MAX } from './messages.ts'
import { parseIcs } from './parse-ics.ts'
import { type Budget, type Instance, instancesOf, msOf, type TimeRange } from './recurrences.ts'
import { registerZones, systemZone } from './zones.ts'

/** Bound on the events of one file in the window. */
const EVENTS_MAX = 10_000
/** Bound on the instances of one event in the window; a daily one has a hundred. */
const INSTANCES_MAX = 150

type ReadOptions = { slot: Slot; window: TimeRange; budget: Budget }

/** Reads the events of an ICS file in the window. Runs in a thread, because a file can take any time. @throws Error */
export function readIcs(text: string, { slot, window, budget }: ReadOptions): CalendarEvent[] {
  registerZones(text)
  const { calendars, isPartial } = parseIcs(text)
  if (isPartial) budget.isPartial = true
  return calendars.flatMap((calendar) => eventsOf(calendar, { slot, window, budget }))
}

function eventsOf(calendar: ICAL.Component, { slot, window, budget }: ReadOptions): CalendarEvent[] {
  const calendarZone = systemZone(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''))
  const events: CalendarEvent[] = []
  for (const event of mastersIn(calendar)) {
    try {
      const countMax = Math.min(events.length + INSTANCES_MAX, EVENTS_MAX)
      for (const instance of instancesOf(event, window, budget)) {
        if (events.length >= countMax) throw new Error('too many instances')
        if (!isCancelled(instance)) events.push(toEvent(instance, slot, calendarZone))
      }
    } catch {
      // Leaves out events that make no sense or are too many. The others are read.
      budget.isPartial = true
    }
  }
  return events
}

/** Events, each with the changes of its instances, which a file lists separately. */
function mastersIn(calendar: ICAL.Component): ICAL.Event[] {
  const components = calendar.getAllSubcomponents('vevent').filter((component) => component.hasProperty('dtstart'))
  const [changes, masters] = [true, false].map((isChange) =>
    components.filter((component) => component.hasProperty('recurrence-id') === isChange),
  ) as [ICAL.Component[], ICAL.Component[]]
  const uidOf = (component: ICAL.Component) => String(component.getFirstPropertyValue('uid'))
  const changesOf = Map.groupBy(changes, uidOf)
  const known = new Set(masters.map(uidOf))
  const events = masters.map((master) => new ICAL.Event(master, { exceptions: changesOf.get(uidOf(master)) ?? [] }))
  // An invitation to a single instance comes without the event that it changes.
  const loneChanges = changes
    .filter((change) => !known.has(uidOf(change)))
    .map((change) => new ICAL.Event(change, { exceptions: [] }))
  return [...events, ...loneChanges]
}

const isCancelled = ({ item }: Instance): boolean => item.component.getFirstPropertyValue('status') === 'CANCELLED'

function toEvent({ item, start, end }: Instance, slot: Slot, calendarZone: ICAL.Timezone | null): CalendarEvent {
  const texts = { title: oneLine(item.summary, TITLE_MAX), place: oneLine(item.location, PLACE_MAX) }
  // A time without a zone is in the calendar's zone, if that has one.
  const isLocal = !start.isDate && start.zone === ICAL.Timezone.localTimezone
  const [from, to] = isLocal && calendarZone ? [inZone(start, calendarZone), inZone(end, calendarZone)] : [start, end]
  const kind = start.isDate ? 'day' : isLocal && !calendarZone ? 'local' : 'instant'
  return { slot, kind, ...texts, start: msOf(from), end: Math.max(msOf(from), msOf(to)) }
}

/** The same time of day in a zone. */
const inZone = ({ year, month, day, hour, minute, second }: ICAL.Time, zone: ICAL.Timezone): ICAL.Time =>
  new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone)

/** Text on one line, without invisible characters. */
function oneLine(text: unknown, max: number): string {
  const line = String(text ?? '')
    .slice(0, max * 4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g, ' ')
    .trim()
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
