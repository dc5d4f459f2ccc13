import { INDEX_MAX, IndexError } from '@atalaya/contract/module-index'
import { readRetryAfter } from '#server/net/back-off.ts'
import { type Outbound, OutboundError } from '#server/net/outbound.ts'
import { type ReadIndex, readIndex } from './read-index.ts'

const TIMEOUT_MS = 20_000
/** Maximum characters of an ETag that is stored. */
const ETAG_MAX = 200

/** An index that could not be fetched; `retryAfterMs` comes from its server. */
export class IndexAway extends IndexError {
  readonly retryAfterMs: number
  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

export type FetchedIndex = { index: ReadIndex; etag: string | null }
type IndexRequest = { address: string; etag: string | null; ownerKey?: string; now: number }

/**
 * Fetches an index by `outbound` and reads it; null if the ETag still matches.
 * @throws IndexError with a message for people, IndexAway if it could not be fetched
 */
export async function fetchIndex(
  outbound: Outbound,
  { address, etag, ownerKey, now }: IndexRequest,
): Promise<FetchedIndex | null> {
  const answer = await outbound
    .request(address, {
      timeoutMs: TIMEOUT_MS,
      ownerKey,
      headers: etag === null ? {} : { 'if-none-match': etag },
      // One byte more than allowed reveals an index that is too long. A truncated one has a wrong signature.
      maxBytes: INDEX_MAX + 1,
      isBeginningEnough: true,
    })
    .catch(explain)
  const { status, headers, body } = answer
  if (status === 304 && etag !== null) return null
  if (status !== 200) {
    throw new IndexAway(`The address answers with status ${status}`, readRetryAfter(headers['retry-after'], now))
  }
  if (body.length > INDEX_MAX) throw new IndexError(`The index is larger than ${INDEX_MAX / 1024 / 1024} MiB`)
  const tag = headers.etag ?? ''
  return { index: await readIndex(body), etag: tag !== '' && tag.length <= ETAG_MAX ? tag : null }
}

function explain(error: unknown): never {
  throw error instanceof OutboundError ? new IndexAway(error.message) : error
}
