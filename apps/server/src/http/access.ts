import type { Access, DisplayPart } from '@atalaya/contract/route'
import { SCOPES, type Scope } from '@atalaya/contract/scopes'
import type { FastifyRequest } from 'fastify'
import type { Actor, AgentActor, Caller, Credential, DisplayRights } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { addressOf } from './address.ts'

/** The caller, with the address of the request. */
export const callerOf = (actor: Actor, request: FastifyRequest): Caller => ({ ...actor, ip: addressOf(request) })

/** Key by which a caller's connections and bytes are bounded. A program has its own key, apart from its owner's. */
export const ownerKeyOf = (actor: Actor | AgentActor): string =>
  actor.kind === 'agent' ? actor.agentId : (actor.credential?.id ?? actor.userId)

/** Resolves bearer tokens; each answers null for a token that is unknown, expired or revoked. */
export type Authenticator = {
  user(token: string, request: FastifyRequest): Promise<Actor | null>
  agent(token: string): Promise<AgentActor | null>
  /** Counts a call by a credential. @throws AppError too_many if it makes too many */
  countUse(credential: Credential, address: string): void
}

/** Demands of a call or a stream on its caller, as the contract's `Route` describes them. */
type Needs = {
  access: Access
  scope?: Scope | null | undefined
  allowsSelector?: boolean | undefined
  allowsDisplay?: DisplayPart | undefined
  sensitive?: boolean | 'always'
  allowsTemporaryPassword?: boolean
  allowsMissingFactor?: boolean
}

/** Actor that the handler of each access class receives. */
export type ActorOf<A extends Access> = A extends 'user' | 'admin' ? Actor : A extends 'agent' ? AgentActor : null

/** The bearer token of a request, or null. Tokens are read from this header only, never from a URL. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | null {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/**
 * Lets a request pass or refuses it. 401 without a live session. 403 if the role or a credential's scope does not
 * suffice. Also 403 if the session must first confirm, change its password or get a second factor.
 *
 * Session, account and role are as the last write left them, so that a revocation acts on the next request.
 */
export async function authorize(authenticator: Authenticator, needs: Needs, request: FastifyRequest) {
  const { access } = needs
  if (access === 'public') return null
  const token = bearer(request)
  const actor = token && (await (access === 'agent' ? authenticator.agent(token) : authenticator.user(token, request)))
  if (!actor) throw new AppError('unauthorized', 'Unauthorized')
  request.server.connections.markAuthenticated(request.raw.socket, ownerKeyOf(actor))
  request.server.requests.markAuthenticated(request)
  if (actor.kind === 'agent') return actor
  if (actor.credential) {
    authenticator.countUse(actor.credential, addressOf(request))
    refuseBeyond(actor.credential, needs)
  }
  refuseUnready(actor, needs)
  return actor
}

/** @throws AppError forbidden for calls beyond the rights of the account, or of its session. */
function refuseUnready(actor: Actor, { access, sensitive, allowsTemporaryPassword, allowsMissingFactor }: Needs): void {
  if (actor.mustChangePassword && !allowsTemporaryPassword) throw passwordChangeRequired()
  if (actor.mustSetUpFactor && !allowsMissingFactor) throw factorSetupRequired()
  if (access === 'admin' && actor.role !== 'admin') {
    throw new AppError('forbidden', 'Only an administrator may do this')
  }
  if (sensitive === 'always' ? !actor.isConfirmed : sensitive && actor.mustConfirm) throw reauthRequired()
}

/**
 * Checks a second scope, which depends on the call's input.
 *
 * @throws AppError forbidden for a credential without it.
 */
export function requireScope({ credential }: Actor, scope: Scope): void {
  if (credential && !credential.scopes.has(scope)) throw scopeMissing(scope)
}

/**
 * Refuses a call beyond a credential's rights, even if its owner is an administrator.
 *
 * @throws AppError forbidden without the scope, or if the call does not take the credential's selector or display
 */
function refuseBeyond({ scopes, selector, display }: Credential, needs: Needs): void {
  const { scope, allowsSelector, allowsDisplay } = needs
  if (display) {
    if (!hasPart(display, allowsDisplay)) throw notOnDisplay()
    return
  }
  if (!scope) {
    throw new AppError('forbidden', 'Sign in to do this: tokens may not', { code: 'tokens.refused' })
  }
  if (!scopes.has(scope)) throw scopeMissing(scope)
  if (selector && !allowsSelector) {
    const message = 'This is about more than the agents that the token is for: it takes a token for all agents'
    throw new AppError('forbidden', message, { code: 'tokens.selector_refused' })
  }
}

/** True if a display shows anything of a part. The read itself checks the page, widget or agent. */
function hasPart({ agents, hasFleet, hasAlerts }: DisplayRights, part: DisplayPart | undefined): boolean {
  if (part === 'agents') return hasFleet || agents.size > 0
  return part === 'alerts' ? hasAlerts : part !== undefined
}

const notOnDisplay = () =>
  new AppError('forbidden', 'A display may read only what its pages show', { code: 'displays.refused' })

const scopeMissing = (scope: Scope) =>
  new AppError('forbidden', `The token lacks the scope ${scope} (${SCOPES[scope]})`, {
    code: 'tokens.scope_missing',
    errors: [{ path: 'scope', message: scope }],
  })

/** Refusal until the password is changed by `POST /auth/password`. */
const passwordChangeRequired = () =>
  new AppError('forbidden', 'Your password is a temporary one: choose your own first', {
    code: 'password_change_required',
  })

/** Refusal until a second factor is set up. */
const factorSetupRequired = () =>
  new AppError('forbidden', 'Administrators need a second factor here: set one up first', {
    code: 'second_factor_setup_required',
  })

/** Refusal of a sensitive call, from a session by QR code or an old one, until `POST /auth/confirm`. */
export const reauthRequired = () =>
  new AppError('forbidden', 'Confirm your password to do this', { code: 'reauth_required' })
