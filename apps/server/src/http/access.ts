import type { Access } from '@atalaya/contract/route'
import type { Role } from '@atalaya/contract/users'
import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Who is calling: an account through one of its sessions. */
export type Actor = { kind: 'user'; userId: string; role: Role; sessionId: string; signedInBy: 'password' | 'qr' }
/** An agent with its own token. */
export type AgentActor = { kind: 'agent'; agentId: string }

/** Resolves bearer tokens; each answers null for a token that is unknown, expired or revoked. */
export type Authenticator = {
  user(token: string): Promise<Actor | null>
  agent(token: string): Promise<AgentActor | null>
}

/** What a caller must be for each access class, with the actor that the handler then receives. */
export type ActorOf<A extends Access> = A extends 'user' | 'admin' ? Actor : A extends 'agent' ? AgentActor : null

/** The bearer token of a request, or null. Tokens are read from this header only, never from an address. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/**
 * Lets a request pass or refuses it: 401 without a live session, 403 where the role does not suffice.
 * The session, the account and the role are read anew for every request, so a revocation acts on the next one.
 */
export async function authorize(authenticator: Authenticator, access: Access, request: FastifyRequest) {
  if (access === 'public') return null
  const token = bearer(request)
  const actor = token && (await (access === 'agent' ? authenticator.agent(token) : authenticator.user(token)))
  if (!actor) throw new AppError('unauthorized', 'Unauthorized')
  if (access === 'admin' && actor.kind === 'user' && actor.role !== 'admin') {
    throw new AppError('forbidden', 'Only an administrator may do this')
  }
  return actor
}
