import { parentPort, workerData } from 'node:worker_threads'
import { type Answer, EVENTS_MAX, type ReadCalendar, type ThreadData } from './messages.ts'
import { readIcs } from './read-ics.ts'
import { readMultistatus } from './read-multistatus.ts'
import { newBudget } from './recurrences.ts'

const port = parentPort
if (!port) throw new Error('This is started as a thread')
const { answers, from, to } = workerData as ThreadData

function read({ slot, isMultistatus, body }: Answer): ReadCalendar {
  const text = Buffer.from(body).toString('utf8')
  const budget = newBudget()
  try {
    const files = isMultistatus ? readMultistatus(text) : [text.trimStart()]
    const events = files.flatMap((file) => readIcs(file, { slot, window: { from, to }, budget }))
    const isPartial = budget.isPartial || events.length > EVENTS_MAX
    return { state: 'read', slot, isPartial, events: nearest(events, EVENTS_MAX) }
  } catch {
    return { state: 'unreadable', slot }
  }
}

const nearest = <T extends { start: number }>(events: T[], max: number): T[] =>
  events.toSorted((a, b) => a.start - b.start).slice(0, max)

// Each is told as soon as it is read: where the next one takes too long, this one counts.
for (const answer of answers) port.postMessage(read(answer))
