import { z } from 'zod'
import { SLOTS } from './calendar-data.ts'

export const TITLE_MAX = 80
export const PLACE_MAX = 60
/** Bound on the events of one calendar. */
export const EVENTS_MAX = 1_000

const slot = z.literal(SLOTS)
const event = z.object({
  slot,
  kind: z.enum(['instant', 'local', 'day']),
  title: z.string().max(TITLE_MAX),
  place: z.string().max(PLACE_MAX),
  start: z.number(),
  end: z.number(),
})

/** Result of one calendar. The thread has read strangers' bytes, so its messages are checked, too. */
export const readCalendar = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), slot, isPartial: z.boolean(), events: z.array(event).max(EVENTS_MAX) }),
  z.object({ state: z.literal('unreadable'), slot }),
])
export type ReadCalendar = z.infer<typeof readCalendar>

/** An answer to be read: a file in ICS, or a multistatus of CalDAV with many of them. */
export type Answer = { slot: (typeof SLOTS)[number]; isMultistatus: boolean; body: Uint8Array }
/** Input of the thread; in ms since 1970. */
export type ThreadData = { answers: Answer[]; now: number; from: number; to: number }
