import type { Access } from '@atalaya/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Actor, AgentActor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { addressOf } from './address.ts'

/** Who calls, and from where. */
export const callerOf = (actor: Actor, request: FastifyRequest): Caller => ({ ...actor, ip: addressOf(request) })

/** Resolves bearer tokens; each answers null for a token that is unknown, expired or revoked. */
export type Authenticator = {
  user(token: string): Promise<Actor | null>
  agent(token: string): Promise<AgentActor | null>
}

/** What a call or a stream asks of its caller. */
type Needs = { access: Access; sensitive?: boolean; takesTemporaryPassword?: boolean }

/** What a caller must be for each access class, with the actor that the handler then receives. */
export type ActorOf<A extends Access> = A extends 'user' | 'admin' ? Actor : A extends 'agent' ? AgentActor : null

/** The bearer token of a request, or null. Tokens are read from this header only, never from an address. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/**
 * Lets a request pass or refuses it: 401 without a live session, 403 where the role does not suffice or where the
 * session must confirm or change its password first. The session, the account and the role are as the last write left them, so a
 * revocation acts on the next request.
 */
export async function authorize(
  authenticator: Authenticator,
  { access, sensitive = false, takesTemporaryPassword = false }: Needs,
  request: FastifyRequest,
) {
  if (access === 'public') return null
  const token = bearer(request)
  const actor = token && (await (access === 'agent' ? authenticator.agent(token) : authenticator.user(token)))
  if (!actor) throw new AppError('unauthorized', 'Unauthorized')
  if (actor.kind === 'user') {
    if (actor.mustChangePassword && !takesTemporaryPassword) throw passwordChangeRequired()
    if (access === 'admin' && actor.role !== 'admin') {
      throw new AppError('forbidden', 'Only an administrator may do this')
    }
    if (sensitive && actor.mustConfirm) throw reauthRequired()
  }
  return actor
}

/** `POST /auth/password` is the way out. */
const passwordChangeRequired = () =>
  new AppError('forbidden', 'Your password is a temporary one: choose your own first', {
    code: 'password_change_required',
  })

/** A session that was born from a QR code asks for something sensitive; `POST /auth/confirm` is the way out. */
export const reauthRequired = () =>
  new AppError('forbidden', 'Confirm your password to do this', { code: 'reauth_required' })
