import { parseJson } from '@atalaya/contract/bounded-json'
import type { CustomFetch, FetchBody } from 'openid-client'
import type { Outbound } from '#server/net/outbound.ts'

/** Timeout of one request; a sign-in makes few. */
const TIMEOUT_MS = 5_000
/** Discovery documents and key sets are some KB. */
const MAX_BYTES = 256 * 1024
const WITHOUT_BODY = new Set([204, 205, 304])
/** Statuses from here on are the provider's own failures. */
const FIRST_FAILURE = 500
/** Headers of an answer that the library reads. */
const HEADERS = ['content-type', 'www-authenticate']

/** State of a provider. `isAway`: it failed to answer, which is no refusal of the person. */
export type Reachability = { isAway: boolean }

export type Outbounds = {
  /** Requests to the provider's own origin, which the settings name. */
  toProvider: Pick<Outbound, 'request'>
  /** Requests to other origins, which the provider names. */
  toOthers: Pick<Outbound, 'request'>
}

/** Makes the library's requests by `outbound`. A redirect counts as a failure. */
export const createProviderFetch =
  (issuer: string, { toProvider, toOthers }: Outbounds, reached: Reachability): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const outbound = new URL(url).origin === new URL(issuer).origin ? toProvider : toOthers
    const answer = await outbound
      .request(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: textOf(body),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        origins: [],
        ...(signal && { signal }),
      })
      .catch((error: unknown) => {
        reached.isAway = true
        throw error
      })
    if (answer.status >= FIRST_FAILURE) reached.isAway = true
    // Checks the bounds of the JSON, since the library parses it without any.
    if (answer.type.includes('json')) parseJson(answer.body.toString('utf8'))
    const headersToRead = HEADERS.flatMap((name) => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, value] as [string, string]]
    })
    return new Response(WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: headersToRead,
    })
  }

const textOf = (body: FetchBody): string | undefined =>
  body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined
