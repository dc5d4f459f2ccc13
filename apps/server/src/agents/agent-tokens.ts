import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { agentToken } from '@atalaya/contract/agent-protocol'

const SECRET_BYTES = 32
const SECRET_LENGTH = 43

/** Facts of an agent that the server itself needs. */
export type AgentIdentity = {
  id: string
  ref: number
  ownerId: string
  tokenHash: string
  isQuarantined: boolean
  isOwnerActive: boolean
}

/** A new token of an agent: `ag_<agentId>_<43 characters>`, 256 random bits behind the name of their holder. */
export function newAgentToken(agentId: string): string {
  return `ag_${agentId}_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** Agent id that a token claims; null if it has not the form of an agent's token. */
export function agentIdOf(token: string): string | null {
  return agentToken.safeParse(token).success ? token.slice(3, -SECRET_LENGTH - 1) : null
}

/** Hash of a token, as the database keeps it. */
export function hashAgentToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** True if a token matches the stored hash. Takes the same time for every wrong one. */
export function isAgentToken(token: string, storedHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashAgentToken(token)), Buffer.from(storedHash))
}
