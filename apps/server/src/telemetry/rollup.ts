import { setImmediate } from 'node:timers/promises'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { ROLLUP_CURSOR_PREFIX } from '#server/db/meta.ts'
import { add, type Bucket, bucketOf, decode, encode, merge } from './bucket.ts'
import { comparePositions, isStoredAhead, type RollupCursor, startOf } from './rollup-cursor.ts'
import type { BucketKey, RollupsRepo, StoredSample } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

/** Samples of one page: few enough that none holds the event loop for long. */
const PAGE_SAMPLES = 400
/** Buckets of a tier that are kept in memory before they are stored. */
const BUCKETS_MAX = 20_000
/** Buckets that one transaction stores, and their metrics: read and merged in one turn of the event loop. */
const BUCKETS_PER_PART = 400
const METRICS_PER_PART = 6400

export type OpenBucket = BucketKey & { bucket: Bucket }
/** Unstored buckets of a tier, from the samples after its cursor, up to the id `to`. */
type Reading = { tier: RollupTier; cursor: RollupCursor; to: number; unsaved: Map<string, OpenBucket> }
type Needs = {
  repo: RollupsRepo
  tx: RunInTransaction<'rollups'>
  tiers: RollupTier[]
  /** Called with stored buckets, after they were merged with earlier samples. */
  onStored?(tier: RollupTier, buckets: OpenBucket[]): void
}

const newReading = (tier: RollupTier, cursor: RollupCursor): Reading => ({
  tier,
  cursor,
  to: cursor.upTo,
  unsaved: new Map(),
})
/** True if a reading is to be stored. After an interrupted write in parts, it ends at the same sample. */
const isFull = ({ cursor, to, unsaved }: Reading) =>
  cursor.ahead ? to >= cursor.ahead.to : unsaved.size >= BUCKETS_MAX
const cursorOf = (tier: RollupTier) => ROLLUP_CURSOR_PREFIX + tier.name
const keyOf = ({ ref, step, at, setId }: BucketKey) => `${ref} ${step} ${at} ${setId}`

/**
 * Makes rollups of samples. Reads samples once for all tiers, in the order of storing, so that late ones are found too.
 *
 * Buckets are stored in parts. A tier's cursor moves in the same transaction as each part. After a crash, or if another
 * instance was faster, reading resumes at the cursor. So no sample counts twice or is lost.
 */
export function createRollup({ repo, tx, tiers, onStored }: Needs) {
  const readings = new Map<RollupTier, Reading>()

  async function openReadings(): Promise<Reading[]> {
    for (const tier of tiers) {
      if (readings.has(tier)) continue
      readings.set(tier, newReading(tier, await repo.cursor(cursorOf(tier))))
    }
    return [...readings.values()]
  }

  /** Merges a tier's buckets into the stored ones, in parts. False if another instance was faster. */
  async function flush(reading: Reading): Promise<boolean> {
    const { tier, unsaved } = reading
    let { cursor } = reading
    const { upTo } = cursor
    const to = cursor.ahead?.to ?? reading.to
    if (upTo === to) return true
    readings.delete(tier)
    const all = [...unsaved.values()].sort(comparePositions)
    let start = 0
    do {
      const end = endOfPart(all, start)
      const part = all.slice(start, end)
      const last = all.length > end ? part.at(-1) : undefined
      const next = last ? { upTo, ahead: { to, last } } : { upTo: to, ahead: null }
      if (!(await storePart(tier, part, cursor, next))) return false
      cursor = next
      start = end
    } while (start < all.length)
    readings.set(tier, newReading(tier, cursor))
    return true
  }

  async function storePart(tier: RollupTier, part: OpenBucket[], from: RollupCursor, to: RollupCursor) {
    const stored = await tx(async ({ rollups }) =>
      (await rollups.moveCursor(cursorOf(tier), from, to)) ? await save(rollups, part) : null,
    )
    if (stored) onStored?.(tier, stored)
    return stored !== null
  }

  async function save(rollups: Repos['rollups'], part: OpenBucket[]): Promise<OpenBucket[]> {
    const stored = new Map((await rollups.findBuckets(part)).map((row) => [keyOf(row), row]))
    const all = part.map(({ bucket, ...key }) => {
      const row = stored.get(keyOf(key))
      const whole = row ? decode(row.count, row.body) : bucket
      if (row) merge(whole, bucket)
      return { ...key, bucket: whole }
    })
    await rollups.saveBuckets(all.map(({ bucket, ...key }) => ({ ...key, count: bucket.count, body: encode(bucket) })))
    return all
  }

  /** Reads the next page for all tiers that have not read it yet; false if there is none. */
  async function readNextPage(lastId: number): Promise<boolean> {
    const open = await openReadings()
    const after = Math.min(...open.map(({ to }) => to))
    if (after >= lastId) return false
    const page = (await repo.samplesAfter(after, lastId, PAGE_SAMPLES)).map(parseSample)
    for (const reading of open) addSamples(reading, page, page.at(-1)?.row.id ?? lastId)
    for (const reading of open) if (isFull(reading)) await flush(reading)
    return true
  }

  return {
    /** Rolls up all committed samples for a tier. */
    async rollUp(tier: RollupTier): Promise<void> {
      const lastId = await tx((repos) => repos.rollups.committedUpTo())
      let reading: Reading | undefined
      do {
        while (await readNextPage(lastId)) await setImmediate()
        reading = readings.get(tier)
        // Reads again from the stored cursor if another instance was faster.
      } while (reading && !(await flush(reading)))
    },

    /** Id of the last sample that is in the rollups of a tier. */
    rolledUpTo: async (tier: RollupTier): Promise<number> => (await repo.cursor(cursorOf(tier))).upTo,
    /** Progress of a tier. */
    readCursor: (tier: RollupTier): Promise<RollupCursor> => repo.cursor(cursorOf(tier)),
  }
}
export type Rollup = ReturnType<typeof createRollup>

/** End of the part that begins at `start`. A part has at least one bucket. */
function endOfPart(all: OpenBucket[], start: number): number {
  let end = start
  for (let metrics = 0; end < Math.min(all.length, start + BUCKETS_PER_PART); end += 1) {
    metrics += all[end]?.bucket.avg.length ?? 0
    if (metrics > METRICS_PER_PART && end > start) break
  }
  return end
}

type ParsedSample = { row: StoredSample; values: number[] }
const parseSample = (row: StoredSample): ParsedSample => ({ row, values: JSON.parse(row.body) })

function addSamples(reading: Reading, page: ParsedSample[], last: number): void {
  const { cursor, tier } = reading
  const until = cursor.ahead?.to ?? Number.POSITIVE_INFINITY
  let current: OpenBucket | undefined
  for (const { row, values } of page) {
    if (row.id <= reading.to || row.id > until) continue
    const at = startOf(row.at, tier.stepMs)
    if (cursor.ahead && isStoredAhead(cursor, { ...row, at })) continue
    // The next sample of an agent usually belongs to the same bucket.
    if (!current || current.at !== at || current.ref !== row.ref || current.setId !== row.setId)
      current = bucketAt(reading, row, at, values)
    add(current.bucket, values)
  }
  reading.to = Math.max(reading.to, Math.min(last, until))
}

function bucketAt({ tier, unsaved }: Reading, { ref, setId }: StoredSample, at: number, values: number[]): OpenBucket {
  const key = { ref, step: tier.stepMs / 1000, at, setId }
  const name = keyOf(key)
  // Count 0: the caller adds the sample itself.
  const found = unsaved.get(name) ?? { ...key, bucket: { ...bucketOf(values), count: 0 } }
  unsaved.set(name, found)
  return found
}
