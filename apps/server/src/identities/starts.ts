import { parseJson } from '@atalaya/contract/bounded-json'
import { z } from 'zod'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { OIDC_START_MS } from '#server/limits/limits.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { hashToken, newToken } from '#server/sessions/tokens.ts'
import type { Purpose } from './oidc-starts.repo.ts'
import type { Provider, RoundTrip } from './provider.ts'

/** The browser that begins, or has come back. */
export type Browser = {
  /** Cookie of the browser; null if it has none. */
  secret: string | null
  /** Origin under which the browser reaches this server. */
  origin: string
}
type BegunStart = { authorizeUrl: string; secret: string }
type ReturnRequest = { answer: string; browser: Browser; purposes: readonly Purpose[]; sessionId: string | null }

const roundTripSchema = z.object({ verifier: z.string(), nonce: z.string(), redirectUri: z.string() })

type Needs = { repo: Repos['oidcStarts']; tx: RunInTransaction<'oidcStarts'>; box: SecretBox; now: () => number }

/**
 * Sign-ins that have begun at a provider. Each takes one answer, within ten minutes, from the same browser and the same
 * provider.
 */
export function createStarts({ repo, tx, box, now }: Needs) {
  /** Stores `text`. The browser finds it again by `token` and its own secret. */
  async function store(token: string, text: string, start: Pick<BegunStart, 'secret'> & StartFacts): Promise<void> {
    const hash = hashToken(token)
    await tx(async ({ oidcStarts }) => {
      await oidcStarts.removeSomeExpired(now())
      await oidcStarts.insert({
        hash,
        browserHash: hashToken(start.secret),
        provider: start.provider,
        purpose: start.purpose,
        sessionId: start.sessionId,
        sealed: box.seal(text, hash),
        expiresAt: now() + OIDC_START_MS,
      })
    })
  }

  /** Reads and removes the text that was stored for `token`. */
  async function take(token: string, options: TakeOptions) {
    const { key, hash } = keyOf(token, options)
    const found = await repo.redeem(key, now())
    if (!found) throw notBegun()
    return { purpose: found.purpose, text: box.open(found.sealed, hash) }
  }

  return {
    /** Begins a sign-in. Returns the provider's page, and the secret that the browser shows when it comes back. */
    async begin(
      provider: Provider,
      { origin }: Pick<Browser, 'origin'>,
      purpose: Purpose,
      sessionId: string | null = null,
    ): Promise<BegunStart> {
      const [state, secret] = [newToken('oi'), newToken('oi')]
      const redirectUri = `${origin}/oidc/${provider.id}`
      const roundTrip: RoundTrip = { verifier: newToken('oi'), nonce: newToken('oi'), redirectUri }
      const mustSignIn = purpose === 'confirm'
      const authorizeUrl = await provider.authorizeUrl({ ...roundTrip, state, mustSignIn })
      await store(state, JSON.stringify(roundTrip), { secret, provider: provider.id, purpose, sessionId })
      return { authorizeUrl, secret }
    },

    /**
     * Finishes the start of a person who returns from the provider. Nobody can finish it again.
     *
     * @throws AppError bad_request if this browser has no such start, besides those of `provider.identify`
     */
    async takeStart(provider: Provider, { answer, browser, purposes, sessionId }: ReturnRequest) {
      const state = new URLSearchParams(answer).get('state') ?? ''
      const { purpose, text } = await take(state, { browser, provider: provider.id, purposes, sessionId })
      const roundTrip = roundTripSchema.parse(parseJson(text))
      const claimed = await provider.identify({ ...roundTrip, state, answer, mustSignIn: purpose === 'confirm' })
      return { purpose, claimed }
    },

    /** Stores a text, sealed, until this browser redeems its ticket. Returns the ticket. */
    async storeTicket(provider: Provider, secret: string, text: string): Promise<string> {
      const ticket = newToken('ot')
      await store(ticket, text, { secret, provider: provider.id, purpose: 'register', sessionId: null })
      return ticket
    },

    /**
     * Reads the text of a ticket, which stays valid.
     *
     * @throws AppError bad_request if this browser has no such ticket
     */
    async readTicket(provider: Provider, ticket: string, browser: Browser): Promise<string> {
      const { key, hash } = keyOf(ticket, { browser, provider: provider.id, purposes: ['register'], sessionId: null })
      const sealed = await repo.find(key, now())
      if (sealed === null) throw notBegun()
      return box.open(sealed, hash)
    },

    /**
     * Reads the text of a ticket, which becomes invalid.
     *
     * @throws AppError bad_request if this browser has no such ticket
     */
    async redeemTicket(provider: Provider, ticket: string, browser: Browser): Promise<string> {
      const options = { browser, provider: provider.id, purposes: ['register' as const], sessionId: null }
      return (await take(ticket, options)).text
    },
  }
}
export type Starts = ReturnType<typeof createStarts>

type StartFacts = { provider: string; purpose: Purpose; sessionId: string | null }
type TakeOptions = { browser: Browser; provider: string; purposes: readonly Purpose[]; sessionId: string | null }

function keyOf(token: string, { browser, provider, purposes, sessionId }: TakeOptions) {
  if (browser.secret === null) throw notBegun()
  const hash = hashToken(token)
  return { hash, key: { hash, browserHash: hashToken(browser.secret), provider, purposes, sessionId } }
}

const notBegun = () =>
  new AppError('bad_request', 'This sign-in was not begun in this browser, or it took too long; begin again', {
    code: 'oidc.not_begun',
  })
