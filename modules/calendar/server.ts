import { definePoll, SourceError, type Tools } from '@atalaya/module-sdk/server'
import { accessOf, askCalendar } from './server/ask.ts'
import { type CalendarConfig, type CalendarData, type CalendarState, SLOTS, type Slot } from './server/calendar-data.ts'
import type { Answer, ReadCalendar } from './server/messages.ts'
import { nearestEvents } from './server/nearest.ts'
import { readInThread } from './server/reader.ts'
import type { TimeRange } from './server/recurrences.ts'

const INTERVAL_MS = 10 * 60_000
const TIMEOUT_MS = 45_000
const DAY_MS = 86_400_000
/** The month that is shown, and the days ahead that a form may ask for. */
const [DAYS_BEFORE, DAYS_AHEAD] = [38, 62]
/** Bound on the events of all calendars together: data have a bounded size. */
const EVENTS_MAX = { past: 100, coming: 220 }

/** A calendar that could not be fetched. Its server may say in how many ms to ask again. */
type SlotFailure = { slot: Slot; error: string; retryAfterMs: number | undefined }

/** The key leaves out names and colours, so that widgets with the same addresses share one upstream. */
export const source = definePoll<CalendarConfig, CalendarData>({
  intervalMs: INTERVAL_MS,
  timeoutMs: TIMEOUT_MS,
  key: (config) => SLOTS.map((slot) => accessOf(config, slot)),
  missing: (config) =>
    SLOTS.some((slot) => accessOf(config, slot)) ? null : "Enter the address of a calendar in this module's settings.",
  async fetch(config, tools, previous) {
    const now = Date.now()
    const window = { from: now - DAYS_BEFORE * DAY_MS, to: now + DAYS_AHEAD * DAY_MS }
    const results = await Promise.all(SLOTS.map((slot) => ask(slot, config, tools, window)))
    const answers = results.filter((answer) => answer !== null && 'body' in answer)
    const read = answers.length > 0 ? await readInThread({ answers, now, ...window }, tools) : []
    tools.signal.throwIfAborted()
    const states = results.filter((answer) => answer !== null).map((answer) => stateOf(answer, read))
    const [first] = states
    if (first && states.every(({ error }) => error !== null)) {
      throw new SourceError(first.error ?? '', { retryAfterMs: shortestWait(results) })
    }
    const earlierEvents =
      previous?.events.filter(({ slot }) => states.some((state) => state.slot === slot && state.error !== null)) ?? []
    const events = read.flatMap((calendar) => (calendar.state === 'read' ? calendar.events : []))
    return { calendars: states, events: nearestEvents([...events, ...earlierEvents], now, EVENTS_MAX) }
  },
})

async function ask(
  slot: Slot,
  config: CalendarConfig,
  tools: Tools,
  window: TimeRange,
): Promise<Answer | SlotFailure | null> {
  const access = accessOf(config, slot)
  if (!access) return null
  try {
    return await askCalendar(slot, access, tools, window)
  } catch (error) {
    tools.signal.throwIfAborted()
    if (!(error instanceof SourceError)) throw error
    return { slot, error: error.message, retryAfterMs: error.retryAfterMs }
  }
}

/** The shortest wait that the servers ask for, in ms; 0 if one of them asks for none. */
function shortestWait(answers: (Answer | SlotFailure | null)[]): number {
  const waits = answers.flatMap((answer) => (answer ? [('error' in answer && answer.retryAfterMs) || 0] : []))
  return Math.min(...waits)
}

function stateOf(answer: Answer | SlotFailure, read: ReadCalendar[]): CalendarState {
  const { slot } = answer
  if ('error' in answer) return { slot, error: answer.error, isPartial: false }
  const found = read.find((calendar) => calendar.slot === slot)
  if (found?.state === 'read') return { slot, error: null, isPartial: found.isPartial }
  const error = found ? 'This is not a calendar' : 'The calendar is too much to read'
  return { slot, error, isPartial: false }
}
