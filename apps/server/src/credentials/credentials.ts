import { SCOPES, type Scope } from '@atalaya/contract/scopes'
import { selector } from '@atalaya/contract/selector'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Actor, Credential, DisplayRights } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { ACCESS_TOKEN_MS } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import { CREDENTIAL, tokenCalls } from './credential-limits.ts'
import type { CredentialsRepo, FoundCredential } from './credentials.repo.ts'
import type { LastUses } from './last-uses.ts'

const NEVER = Number.POSITIVE_INFINITY

/** Tables that decide if a credential is still valid. */
export const CREDENTIAL_TABLES: (keyof Schema)[] = ['credentials', 'users', 'displays', 'pages', 'widgets']

/** A valid credential with the account that it acts for. */
export type LiveCredential = {
  actor: Omit<Actor, 'tokenEndsAt' | 'mustSetUpFactor'> & { credential: Credential }
  bindingHash: string | null
  /** End of the display's event, after which it may read less; null without one. */
  readsUntil: number | null
  expiresAt: number | null
  hasSecondFactor: boolean
  /** False only for a display: other credentials of a blocked account are not valid. */
  isOwnerActive: boolean
}

/** Rights of a display. They change at `until`, the end of its event in ms; null without an event. */
type DisplayContents = { rights: DisplayRights; until: number | null }
/** Finds the contents of an owner's display; null if there is no such display. */
export type FindDisplayRights = (displayId: string, ownerId: string) => Promise<DisplayContents | null>

type Needs = {
  repo: Pick<CredentialsRepo, 'findLive'>
  limits: RateLimits
  uses: Pick<LastUses, 'add'>
  findDisplayRights: FindDisplayRights
  findRecent: FindRecent<LiveCredential | null>
  /** True if administrators must have a second factor: their tokens do nothing until they have. */
  isFactorRequired: () => Promise<boolean>
  now: () => number
}

/** Finds who acts by a credential. A change of the account, its role or the credential counts for the next call. */
export function createCredentials({ repo, limits, uses, findDisplayRights, findRecent, isFactorRequired, now }: Needs) {
  async function find(hash: string): Promise<LiveCredential | null> {
    const found = await repo.findLive(hash)
    if (found?.kind !== 'display') return found && toLive(found)
    const contents = await findDisplayRights(found.id, found.userId)
    return contents && toDisplay(found, contents)
  }

  return {
    /** True if a token has a credential's prefix; others are not looked up. */
    hasPrefix: (token: string): boolean => token.startsWith('ap_') || token.startsWith('ad_'),

    /**
     * Returns the actor of a valid token, or null. `binding` is the cookie that a browser sends with the token.
     *
     * @throws AppError forbidden for a display of a blocked account: it keeps its credential and retries
     */
    async authenticate(token: string, binding: string | null): Promise<Actor | null> {
      if (!CREDENTIAL.test(token)) return null
      const hash = hashToken(token)
      const live = await findRecent(hash, () => find(hash))
      if (!live || (live.expiresAt !== null && live.expiresAt <= now())) return null
      const { actor, bindingHash, readsUntil, expiresAt, hasSecondFactor, isOwnerActive } = live
      if (bindingHash !== null && (binding === null || hashToken(binding) !== bindingHash)) return null
      if (!isOwnerActive) throw displayPaused()
      const isPersonal = actor.credential.display === undefined
      const mustSetUpFactor = isPersonal && actor.role === 'admin' && !hasSecondFactor && (await isFactorRequired())
      return {
        ...actor,
        mustSetUpFactor,
        // Long-lived work must authenticate again then, as with a session.
        tokenEndsAt: Math.min(expiresAt ?? NEVER, readsUntil ?? NEVER, now() + ACCESS_TOKEN_MS),
      }
    },

    /** Counts a call of a credential. @throws AppError too_many if it makes too many */
    countUse({ id }: Credential, address: string): void {
      limits.spend(tokenCalls, id)
      uses.add(id, address)
    },
  }
}

function toLive({ kind: _, id, name, scopes, selector: stored, ...found }: FoundCredential): LiveCredential {
  const { bindingHash, expiresAt, hasSecondFactor, isOwnerActive, ...account } = found
  const credential: Credential = {
    id,
    name,
    scopes: new Set(scopesIn(scopes)),
    selector: stored === null ? null : selector.parse(JSON.parse(stored)),
  }
  return {
    bindingHash,
    expiresAt,
    hasSecondFactor,
    isOwnerActive,
    readsUntil: null,
    actor: {
      kind: 'user',
      ...account,
      sessionId: id,
      signedInBy: 'password',
      mustConfirm: false,
      isConfirmed: false,
      credential,
    },
  }
}

/** Makes a live credential of a display. It works even while its owner must change the password. */
function toDisplay(found: FoundCredential, { rights, until }: DisplayContents): LiveCredential {
  const live = toLive(found)
  const credential = { ...live.actor.credential, selector: { agentIds: [...rights.agents] }, display: rights }
  return { ...live, readsUntil: until, actor: { ...live.actor, mustChangePassword: false, credential } }
}

const displayPaused = () =>
  new AppError('forbidden', 'This display is paused: the account that it belongs to is blocked', {
    code: 'displays.paused',
  })

/** Scopes that this version knows; a scope of another version permits nothing. */
export const scopesIn = (text: string): Scope[] =>
  (JSON.parse(text) as string[]).filter((name): name is Scope => Object.hasOwn(SCOPES, name))
