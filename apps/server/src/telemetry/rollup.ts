import { setImmediate } from 'node:timers/promises'
import type { Repos, RunInTransaction } from '#server/db/repos.ts'
import { type Bucket, bucketOf, decode, encode, merge } from './bucket.ts'
import type { BucketKey, RollupsRepo, StoredSample } from './rollups.repo.ts'
import type { RollupTier } from './tiers.ts'

/** Few enough that no step holds the event loop for long. */
const PAGE = 400
/** Buckets that are held in memory before they are stored. */
const BUCKETS_MAX = 20_000

type Held = BucketKey & { bucket: Bucket }
type Needs = { repo: RollupsRepo; tx: RunInTransaction }

const cursorOf = (tier: RollupTier) => `telemetry.rolled.${tier.name}`
const keyOf = ({ ref, step, at, setId }: BucketKey) => `${ref} ${step} ${at} ${setId}`

/**
 * Makes rollups of samples. Each tier goes through the samples in the order in which they were stored, so that late
 * ones are found too; how far it got moves in the same transaction as the rollups, so a crash repeats or loses nothing.
 */
export function createRollup({ repo, tx }: Needs) {
  /** Adds what is held to what is stored and moves the cursor; false where another instance was faster. */
  async function flush(tier: RollupTier, held: Map<string, Held>, from: number, to: number): Promise<boolean> {
    const all = [...held.values()]
    const work = async ({ rollups }: Repos) => {
      if (!(await rollups.moveCursor(cursorOf(tier), from, to))) throw new Outrun()
      for (let start = 0; start < all.length; start += PAGE) await add(rollups, all.slice(start, start + PAGE))
    }
    try {
      await tx(work)
      return true
    } catch (error) {
      if (error instanceof Outrun) return false
      throw error
    }
  }

  async function add(rollups: RollupsRepo, part: Held[]): Promise<void> {
    const stored = new Map((await rollups.findBuckets(part)).map((row) => [keyOf(row), row]))
    await rollups.saveBuckets(
      part.map(({ bucket, ...key }) => {
        const before = stored.get(keyOf(key))
        if (before) merge(bucket, decode(before.count, before.body))
        return { ...key, count: bucket.count, body: encode(bucket) }
      }),
    )
  }

  return {
    /** Rolls up everything that a tier has not seen yet. */
    async run(tier: RollupTier): Promise<void> {
      const horizon = await tx((repos) => repos.rollups.horizon())
      let from = await repo.cursor(cursorOf(tier))
      let at = from
      const held = new Map<string, Held>()
      while (at < horizon) {
        const page = await repo.samplesAfter(at, horizon, PAGE)
        for (const sample of page) hold(held, tier, sample)
        at = page.at(-1)?.id ?? horizon
        if (held.size < BUCKETS_MAX && at < horizon) {
          await setImmediate()
          continue
        }
        if (!(await flush(tier, held, from, at))) return
        held.clear()
        from = at
      }
    },

    /** The last sample that is in the rollups of a tier. */
    rolledUpTo: (tier: RollupTier): Promise<number> => repo.cursor(cursorOf(tier)),
  }
}
export type Rollup = ReturnType<typeof createRollup>

class Outrun extends Error {}

function hold(held: Map<string, Held>, { stepMs }: RollupTier, { ref, at, setId, body }: StoredSample): void {
  const start = Math.floor(at / stepMs) * stepMs
  const step = stepMs / 1000
  const name = `${ref} ${step} ${start} ${setId}`
  const before = held.get(name)
  const values: number[] = JSON.parse(body)
  if (before) merge(before.bucket, { count: 1, min: values, avg: values, max: values })
  else held.set(name, { ref, step, at: start, setId, bucket: bucketOf(values) })
}
