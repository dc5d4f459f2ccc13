import { NOT_MODIFIED, newerThan, validatorsOf } from '@atalaya/module-sdk/server'
import { readRetryAfter, waitAfter } from '#server/net/back-off.ts'
import { type OutboundAnswer, OutboundError } from '#server/net/outbound.ts'
import { createLruCache } from './lru-cache.ts'

const ALL_MAX_BYTES = 32 * 1024 * 1024
/** Estimated size of an entry without its answer's body. */
const ENTRY_BYTES = 1024
const TOO_MANY = 429
const FIRST_BROKEN_STATUS = 500

type Entry = {
  /** The last good answer; while there is none, the last failure. */
  outcome: OutboundAnswer | OutboundError
  isGood: boolean
  /** Failures in a row. */
  failures: number
  asOf: number
  /** Time of the last request, and the delay after it in ms. */
  requestedAt: number
  waitMs: number
}
type CachedRequest = {
  /** Requests with the same key share one answer. */
  key: string
  keepMs: number
  /** Sends the request. `conditions` are headers such as `If-None-Match`, so that the server may answer 304. */
  sendRequest: (conditions: Record<string, string>) => Promise<OutboundAnswer>
}
export type CachedAnswer = { answer: OutboundAnswer; asOf: number }

/**
 * Cache of other servers' answers in memory, shared by widgets with the same request. An expired answer is revalidated
 * by ETag or date, and stays in use while requests fail.
 */
export function createAnswerCache({ now, maxBytes = ALL_MAX_BYTES }: { now: () => number; maxBytes?: number }) {
  const cache = createLruCache<Entry>(maxBytes, ({ outcome }) => ENTRY_BYTES + bodyOf(outcome))
  const inFlight = new Map<string, Promise<Entry>>()

  function entryAfterFailure(known: Entry | undefined, keepMs: number, outcome: Entry['outcome']): Entry {
    const failures = (known?.failures ?? 0) + 1
    const retryAfter = outcome instanceof OutboundError ? undefined : outcome.headers['retry-after']
    const requestedAt = now()
    const waitMs = waitAfter(failures, keepMs, readRetryAfter(retryAfter, requestedAt))
    const next = { failures, requestedAt, waitMs }
    return known?.isGood ? { ...known, ...next } : { outcome, isGood: false, asOf: requestedAt, ...next }
  }

  async function fetchEntry(known: Entry | undefined, { keepMs, sendRequest }: CachedRequest): Promise<Entry> {
    const last = known?.isGood && !(known.outcome instanceof OutboundError) ? known.outcome : null
    let outcome: Entry['outcome']
    try {
      outcome = await sendRequest(newerThan(last && validatorsOf(last)))
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return entryAfterFailure(known, keepMs, error)
    }
    const { status } = outcome
    if (status === TOO_MANY || status >= FIRST_BROKEN_STATUS) return entryAfterFailure(known, keepMs, outcome)
    const good = status === NOT_MODIFIED && last ? last : outcome
    return { outcome: good, isGood: true, failures: 0, asOf: now(), requestedAt: now(), waitMs: keepMs }
  }

  function isDue({ requestedAt, waitMs }: Entry): boolean {
    const passed = now() - requestedAt
    // Negative if the clock was set back.
    return passed < 0 || passed >= waitMs
  }

  async function renew(request: CachedRequest): Promise<Entry> {
    const { key } = request
    try {
      const entry = await fetchEntry(cache.get(key), request)
      cache.set(key, entry)
      return entry
    } finally {
      inFlight.delete(key)
    }
  }

  return {
    /** @throws OutboundError if there is no answer, not even an old one */
    async get(request: CachedRequest): Promise<CachedAnswer> {
      const { key } = request
      let entry = cache.get(key)
      if (!entry || isDue(entry)) {
        const running = inFlight.get(key) ?? renew(request)
        inFlight.set(key, running)
        entry = await running
      }
      const { outcome, asOf } = entry
      if (outcome instanceof OutboundError) throw outcome
      return { answer: outcome, asOf }
    },
  }
}
export type AnswerCache = ReturnType<typeof createAnswerCache>

const bodyOf = (outcome: Entry['outcome']): number => (outcome instanceof OutboundError ? 0 : outcome.body.length)
