import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Bus } from './bus.ts'

const SUBJECT = 'sessions.revoked'

/** Sessions that ended early, or lost rights. Without `sessionId` all of an account, but for `except`. */
const revocation = z.object({ userId: id, sessionId: id.optional(), except: id.optional() })
export type Revocation = z.infer<typeof revocation>

/**
 * Announces ended sessions to every instance, so that open streams and sockets end too. Requests check the database.
 */
export function createRevocations(bus: Bus) {
  return {
    announce: (ended: Revocation): void => bus.publish(SUBJECT, ended),
    onRevoked: (handler: (ended: Revocation) => void): (() => void) =>
      bus.subscribe(SUBJECT, (message) => handler(revocation.parse(message))),
  }
}
export type Revocations = ReturnType<typeof createRevocations>

/** True if a revocation is about this session. */
export function isAbout(ended: Revocation, { userId, sessionId }: { userId: string; sessionId: string }): boolean {
  if (ended.userId !== userId || ended.except === sessionId) return false
  return ended.sessionId === undefined || ended.sessionId === sessionId
}
