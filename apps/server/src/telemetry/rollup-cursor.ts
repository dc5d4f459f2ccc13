/** Position of a bucket within its tier. Buckets of a tier are stored in the order of agent, time and set. */
export type BucketPosition = { ref: number; at: number; setId: number }

/**
 * Progress of a tier: the id up to which all samples are in its rollups. `ahead` is set while buckets are being stored
 * in parts. The buckets up to `last` then have the samples up to `to` already.
 */
export type RollupCursor = { upTo: number; ahead: { to: number; last: BucketPosition } | null }

export const comparePositions = (one: BucketPosition, other: BucketPosition): number =>
  one.ref - other.ref || one.at - other.at || one.setId - other.setId

/** As text: one number, or five of them while parts are being stored. */
export function encodeCursor({ upTo, ahead }: RollupCursor): string {
  return ahead ? [upTo, ahead.to, ahead.last.ref, ahead.last.at, ahead.last.setId].join(' ') : String(upTo)
}

export function decodeCursor(text: string): RollupCursor {
  const [upTo = 0, to, ref = 0, at = 0, setId = 0] = text.split(' ').map(Number)
  return { upTo, ahead: to === undefined ? null : { to, last: { ref, at, setId } } }
}

/** True if the bucket is among those that are ahead. */
export const isStoredAhead = ({ ahead }: RollupCursor, bucket: BucketPosition): boolean =>
  ahead !== null && comparePositions(bucket, ahead.last) <= 0

/** True if a tier with buckets of `stepMs` has a sample. */
export function hasSample(cursor: RollupCursor, stepMs: number, sample: BucketPosition & { id: number }): boolean {
  if (sample.id <= cursor.upTo) return true
  if (!cursor.ahead || sample.id > cursor.ahead.to) return false
  return isStoredAhead(cursor, { ...sample, at: startOf(sample.at, stepMs) })
}

/** Start of the bucket that has this instant. */
export const startOf = (at: number, stepMs: number): number => Math.floor(at / stepMs) * stepMs

/** True if no bucket of these agents was stored between two reads of the cursor. */
export function isSameFor(refs: readonly number[], one: RollupCursor, other: RollupCursor): boolean {
  return refs.every((ref) => progressOf(one, ref) === progressOf(other, ref))
}

function progressOf(cursor: RollupCursor, ref: number): string {
  const { upTo, ahead } = cursor
  if (ahead?.last.ref === ref) return encodeCursor(cursor)
  return String(ahead && ref < ahead.last.ref ? ahead.to : upTo)
}
