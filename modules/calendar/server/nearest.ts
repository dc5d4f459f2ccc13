import type { CalendarEvent } from './calendar-data.ts'

const DAY_MS = 86_400_000

/**
 * Events in order; if there are too many, those nearest to now. An event counts as past a day late, because zones
 * differ.
 */
export function nearestEvents(
  events: readonly CalendarEvent[],
  now: number,
  { past, coming }: { past: number; coming: number },
): CalendarEvent[] {
  const sorted = events.toSorted((a, b) => a.start - b.start || a.end - b.end)
  const isOver = ({ end }: CalendarEvent) => end < now - DAY_MS
  const pastEvents = sorted.filter(isOver)
  const keptPast = pastEvents.slice(Math.max(0, pastEvents.length - past))
  return [...keptPast, ...sorted.filter((event) => !isOver(event)).slice(0, coming)]
}
