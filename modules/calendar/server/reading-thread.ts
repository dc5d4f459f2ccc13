import { parentPort, workerData } from 'node:worker_threads'
import type { CalendarEvent, Slot } from './calendar-data.ts'
import { type Answer, EVENTS_MAX, type ReadCalendar, type ThreadData } from './messages.ts'
import { nearestEvents } from './nearest.ts'
import { readIcs } from './read-ics.ts'
import { readMultistatus } from './read-multistatus.ts'
import { type Budget, newBudget } from './recurrences.ts'

const port = parentPort
if (!port) throw new Error('This is started as a thread')
const { answers, now, from, to } = workerData as ThreadData

const KEPT_EVENTS = { past: EVENTS_MAX * 0.3, coming: EVENTS_MAX * 0.7 }

function read({ slot, isMultistatus, body }: Answer): ReadCalendar {
  const budget = newBudget()
  const files = filesIn(Buffer.from(body).toString('utf8'), isMultistatus)
  const eventsByFile = files?.map((file) => eventsIn(file, slot, budget)) ?? [null]
  const events = eventsByFile.flatMap((found) => found ?? [])
  // CalDAV has a file for each event: unreadable files don't hide the events of the others.
  if (eventsByFile.length > 0 && eventsByFile.every((found) => found === null)) return { state: 'unreadable', slot }
  const isPartial = budget.isPartial || events.length > EVENTS_MAX || eventsByFile.includes(null)
  return { state: 'read', slot, isPartial, events: nearestEvents(events, now, KEPT_EVENTS) }
}

function filesIn(text: string, isMultistatus: boolean): string[] | null {
  try {
    return isMultistatus ? readMultistatus(text) : [text.trimStart()]
  } catch {
    return null
  }
}

function eventsIn(file: string, slot: Slot, budget: Budget): CalendarEvent[] | null {
  try {
    return readIcs(file, { slot, window: { from, to }, budget })
  } catch {
    return null
  }
}

// Sends each calendar as soon as it is read: it counts even if the next one takes too long.
for (const answer of answers) port.postMessage(read(answer))
