import ICAL from 'ical.js'

/** Maximum steps of one event, and of one calendar, through repetitions; a daily event takes 3,650 in ten years. */
const STEPS_OF_EVENT = 20_000
const STEPS_OF_CALENDAR = 200_000
const SECOND_MS = 1000
const DAY_MS = 86_400_000
/** Maximum difference between time zones at the beginning of a day, rounded up. */
const ZONES_APART_MS = DAY_MS

export type TimeRange = { from: number; to: number }
export type Instance = { item: ICAL.Event; start: ICAL.Time; end: ICAL.Time }
/** `steps` are left. `isPartial` is true once an event took too many, or could not be read. */
export type Budget = { steps: number; isPartial: boolean }

export const newBudget = (): Budget => ({ steps: STEPS_OF_CALENDAR, isPartial: false })

export const msOf = (time: ICAL.Time): number => time.toUnixTime() * SECOND_MS

/** Wall time, as if it were UTC. Many times faster than the instant, which follows from the zone's rules. */
const wallOf = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/** Instances of one event in the window, for any rule: never more than a bounded number of steps. */
export function* instancesOf(event: ICAL.Event, window: TimeRange, budget: Budget): Generator<Instance> {
  if (!event.isRecurring()) {
    if (isIn(event.startDate, event.endDate, window)) yield { item: event, start: event.startDate, end: event.endDate }
    return
  }
  yield* movedInstances(event, window)
  const durationMs = Math.max(0, event.duration.toSeconds() * SECOND_MS)
  for (const next of repetitionsOf(event, budget)) {
    const wall = wallOf(next)
    if (wall > window.to + ZONES_APART_MS) return
    if (wall + durationMs < window.from - ZONES_APART_MS || isMoved(event, next)) continue
    const { item, startDate: start, endDate: end } = event.getOccurrenceDetails(next)
    if (isIn(start, end, window)) yield { item, start, end }
  }
}

function* repetitionsOf(event: ICAL.Event, budget: Budget): Generator<ICAL.Time> {
  const iterator = event.iterator()
  for (let step = 0; step < STEPS_OF_EVENT && budget.steps > 0; step++) {
    budget.steps--
    const next = iterator.next()
    if (!next) return
    yield next
  }
  budget.isPartial = true
}

/** The types of ical.js call this a list, which it is not. */
const changesOf = ({ exceptions }: ICAL.Event) => exceptions as unknown as Record<string, ICAL.Event>

/** Instances that were moved, by their new time. */
function* movedInstances(event: ICAL.Event, window: TimeRange): Generator<Instance> {
  for (const item of Object.values(changesOf(event))) {
    if (isIn(item.startDate, item.endDate, window)) yield { item, start: item.startDate, end: item.endDate }
  }
}

function isMoved(event: ICAL.Event, time: ICAL.Time): boolean {
  const changes = changesOf(event)
  return time.toString() in changes || time.convertToZone(ICAL.Timezone.utcTimezone).toString() in changes
}

function isIn(start: ICAL.Time, end: ICAL.Time, { from, to }: TimeRange): boolean {
  return msOf(start) < to + ZONES_APART_MS && msOf(end) > from - ZONES_APART_MS
}
