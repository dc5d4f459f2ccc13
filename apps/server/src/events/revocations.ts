import { z } from 'zod'
import type { Bus } from './bus.ts'

const SUBJECT = 'sessions.revoked'

/** Sessions that ended before their time: one of an account, or all where `sessionId` is absent. */
const revocation = z.object({ userId: z.string(), sessionId: z.string().optional() })
export type Revocation = z.infer<typeof revocation>

/** Tells every instance of ended sessions, so that open streams and sockets end too; requests look in the database. */
export function createRevocations(bus: Bus) {
  return {
    announce: (ended: Revocation): Promise<void> => bus.publish(SUBJECT, ended),
    onRevoked: (handler: (ended: Revocation) => void): (() => void) =>
      bus.subscribe(SUBJECT, (message) => handler(revocation.parse(message))),
  }
}
export type Revocations = ReturnType<typeof createRevocations>
