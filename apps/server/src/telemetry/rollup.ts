import { setImmediate } from 'node:timers/promises'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { add, type Bucket, bucketOf, decode, encode, merge } from './bucket.ts'
import type { BucketKey, RollupsRepo, StoredSample } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

/** Samples of one page: few enough that none holds the event loop for long. */
const PAGE_SAMPLES = 400
/** Buckets of a tier that are held in memory before they are stored. */
const BUCKETS_MAX = 20_000

export type OpenBucket = BucketKey & { bucket: Bucket }
/** Unstored buckets of a tier, from the samples after the id `from`, up to the id `to`. */
type Reading = { tier: RollupTier; from: number; to: number; held: Map<string, OpenBucket> }
type Needs = {
  repo: RollupsRepo
  tx: RunInTransaction<'rollups'>
  tiers: RollupTier[]
  /** Called with stored buckets, after they were merged with earlier samples. */
  onStored?(tier: RollupTier, buckets: OpenBucket[]): void
}

const cursorOf = (tier: RollupTier) => `telemetry.rolled.${tier.name}`
const keyOf = ({ ref, step, at, setId }: BucketKey) => `${ref} ${step} ${at} ${setId}`

/**
 * Makes rollups of samples. Reads samples once for all tiers, in the order of storing, so that late ones are found too.
 *
 * A tier's cursor moves in the same transaction as its rollups. After a crash, or if another instance was faster,
 * reading resumes at the cursor: no sample counts twice or is lost.
 */
export function createRollup({ repo, tx, tiers, onStored }: Needs) {
  const readings = new Map<RollupTier, Reading>()

  async function openReadings(): Promise<Reading[]> {
    for (const tier of tiers) {
      if (readings.has(tier)) continue
      const from = await repo.cursor(cursorOf(tier))
      readings.set(tier, { tier, from, to: from, held: new Map() })
    }
    return [...readings.values()]
  }

  /** Merges a tier's buckets into the stored ones and moves its cursor. False if another instance was faster. */
  async function flush(reading: Reading): Promise<boolean> {
    const { tier, from, to, held } = reading
    if (from === to) return true
    readings.delete(tier)
    const all = [...held.values()]
    const stored = await tx(async ({ rollups }) => {
      if (!(await rollups.moveCursor(cursorOf(tier), from, to))) return null
      const whole: OpenBucket[] = []
      for (let start = 0; start < all.length; start += PAGE_SAMPLES) {
        whole.push(...(await save(rollups, all.slice(start, start + PAGE_SAMPLES))))
      }
      return whole
    })
    if (!stored) return false
    readings.set(tier, { tier, from: to, to, held: new Map() })
    onStored?.(tier, stored)
    return true
  }

  async function save(rollups: Repos['rollups'], part: OpenBucket[]): Promise<OpenBucket[]> {
    const stored = new Map((await rollups.findBuckets(part)).map((row) => [keyOf(row), row]))
    const all = part.map(({ bucket, ...key }) => {
      const before = stored.get(keyOf(key))
      const whole = before ? decode(before.count, before.body) : bucket
      if (before) merge(whole, bucket)
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
    for (const reading of open) if (reading.held.size >= BUCKETS_MAX) await flush(reading)
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
      } while (reading && !(await flush(reading)))
    },

    /** Id of the last sample that is in the rollups of a tier. */
    rolledUpTo: (tier: RollupTier): Promise<number> => repo.cursor(cursorOf(tier)),
  }
}
export type Rollup = ReturnType<typeof createRollup>

type ParsedSample = { row: StoredSample; values: number[] }
const parseSample = (row: StoredSample): ParsedSample => ({ row, values: JSON.parse(row.body) })

function addSamples(reading: Reading, page: ParsedSample[], last: number): void {
  const { stepMs } = reading.tier
  let current: OpenBucket | undefined
  for (const { row, values } of page) {
    if (row.id <= reading.to) continue
    const at = Math.floor(row.at / stepMs) * stepMs
    // The next sample of an agent usually belongs to the same bucket.
    if (!current || current.at !== at || current.ref !== row.ref || current.setId !== row.setId)
      current = bucketAt(reading, row, at, values)
    add(current.bucket, values)
  }
  reading.to = Math.max(reading.to, last)
}

function bucketAt({ tier, held }: Reading, { ref, setId }: StoredSample, at: number, values: number[]): OpenBucket {
  const key = { ref, step: tier.stepMs / 1000, at, setId }
  const name = keyOf(key)
  const found = held.get(name) ?? { ...key, bucket: { ...bucketOf(values), count: 0 } }
  held.set(name, found)
  return found
}
