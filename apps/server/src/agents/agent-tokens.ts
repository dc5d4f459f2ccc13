import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { agentToken } from '@atalaya/contract/agent-protocol'

const SECRET_BYTES = 32
const SECRET_LENGTH = 43

/** Identity of an agent, as authentication needs it. */
export type AgentIdentity = {
  id: string
  ref: number
  ownerId: string
  tokenHash: string
  isQuarantined: boolean
  isOwnerActive: boolean
}

/** A new token of an agent: `ag_<agentId>_<43 characters>`, 256 random bits after the agent id. */
export function newAgentToken(agentId: string): string {
  return `ag_${agentId}_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Agent id that a token claims; null if it is no agent token. */
export function agentIdOf(token: string): string | null {
  return agentToken.safeParse(token).success ? token.slice(3, -SECRET_LENGTH - 1) : null
}

/** Hash of a token, as stored in the database. */
export function hashAgentToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** True if a token matches the stored hash. Compares in constant time. */
export function isAgentToken(token: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashAgentToken(token)), Buffer.from(storedHash))
}
