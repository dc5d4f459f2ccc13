import { z } from 'zod'
import { id, instant } from './scalars.ts'

/** What was decided of a message to somebody: why they did, or did not, get it. */
export const alertMessage = z.object({
  _id: id,
  at: instant,
  what: z.enum(['opened', 'grew', 'ended', 'escalated', 'summary']),
  incidentId: id.nullable(),
  title: z.string(),
  channel: z.object({ kind: z.string(), name: z.string() }).nullable(),
  state: z.enum(['waiting', 'held', 'sending', 'sent', 'failed', 'left out']),
  /** `Quiet hours until 07:00`, `Silenced by ann until …`; empty where it simply went out. */
  reason: z.string(),
  tries: z.int(),
  /** The server stopped while it was sent, and the channel can't tell whether it had arrived. */
  perhapsTwice: z.boolean(),
  answer: z.string().nullable(),
})
export type AlertMessage = z.infer<typeof alertMessage>
