import { z } from 'zod'
import { id, instant } from './scalars.ts'

/** Decision about one message to a person: why it was sent or not. */
export const alertMessage = z.object({
  _id: id,
  at: instant,
  /** Reason for the message. `grew`: more agents joined the incident. A `summary` stands for several messages. */
  what: z.enum(['opened', 'grew', 'ended', 'escalated', 'summary']),
  incidentId: id.nullable(),
  title: z.string(),
  channel: z.object({ kind: z.string(), name: z.string() }).nullable(),
  /** `waiting` is sent at once, `held` later (quiet hours, hourly maximum), `left out` never. */
  state: z.enum(['waiting', 'held', 'sending', 'sent', 'failed', 'left out']),
  /** `Quiet hours until 07:00`, `Silenced by ann until …`; empty if nothing held the message back. */
  reason: z.string(),
  tries: z.int(),
  /** May have arrived twice: the server stopped while sending, and the channel can't recognize a repeat. */
  perhapsTwice: z.boolean(),
  /** Answer of the channel's service. */
  answer: z.string().nullable(),
})
export type AlertMessage = z.infer<typeof alertMessage>
