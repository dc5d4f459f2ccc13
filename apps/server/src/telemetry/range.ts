import type { Range } from '@atalaya/contract/telemetry'
import { ownTurn } from '#server/domain/own-turn.ts'
import { type Bucket, bucketOf, decode } from './bucket.ts'
import type { Rollup } from './rollup.ts'
import type { BucketPlace, BucketRow, RollupsRepo, SamplePlace, StoredSample } from './rollups.repo.ts'
import { createSlots } from './series.ts'
import { planRange, type RollupTier, widthFor } from './tiers.ts'

/** Few enough that no step holds the event loop for long. */
const PAGE = 500
/**
 * Maximum of raw samples for a range, of all its agents together: one a second of one agent for almost three hours. An
 * agent with more than its share is drawn from rollups alone, which may be a minute behind.
 */
const SAMPLES_MAX = 10_000
/** Retries of a read while rollups go on all the time. */
const TRIES_MAX = 3
/** A sample may come a little late for its slot without leaving a gap. */
const SLACK = 1.2

type Refs = readonly number[]
type RangeQuery = { from: number; to: number; points: number; metrics?: string[] | undefined }
type Split = { sparse: Refs; dense: Refs }
type Rows = { samples: StoredSample[]; rollups: BucketRow[] }
type Needs = {
  repo: Pick<RollupsRepo, 'bucketsOf' | 'samplesOf' | 'agentsWithMoreThan' | 'metricNamesOf'>
  rollup: Pick<Rollup, 'rolledUpTo'>
  tiers: RollupTier[]
  now: () => number
}

/** Numbers of agents over a time range: rows of one tier, and next to them the samples which that tier has not seen yet. */
export function createRangeReader({ repo, rollup, tiers, now }: Needs) {
  const [finest] = tiers as [RollupTier]

  async function split(refs: Refs, { from, to }: RangeQuery): Promise<Split> {
    if (refs.length === 0) return { sparse: [], dense: [] }
    const dense = new Set(await repo.agentsWithMoreThan(Math.floor(SAMPLES_MAX / refs.length), refs, from, to))
    return { sparse: refs.filter((ref) => !dense.has(ref)), dense: [...dense] }
  }

  function readRollups(refs: Refs, { stepMs }: RollupTier, from: number, to: number): Promise<BucketRow[]> {
    const at = Math.floor(from / stepMs) * stepMs
    const starts = refs.map((ref) => ({ ref, at, setId: -1 }))
    return readPages<BucketRow, BucketPlace>(starts, (places, limit) =>
      repo.bucketsOf(places, stepMs / 1000, to, limit),
    )
  }
  function readSamples(refs: Refs, afterId: number, from: number, to: number): Promise<StoredSample[]> {
    const starts = refs.map((ref) => ({ ref, id: afterId }))
    return readPages<StoredSample, SamplePlace>(starts, (places, limit) => repo.samplesOf(places, from, to, limit))
  }

  /** Dense agents have no samples here, but rows of the finest tier. */
  const readAlone = async ({ sparse, dense }: Split, { from, to }: RangeQuery): Promise<Rows> => ({
    samples: await readSamples(sparse, 0, from, to),
    rollups: await readRollups(dense, finest, from, to),
  })

  /** Retried if the tier has rolled up more samples meanwhile: they would be in neither part, or in both. */
  async function readBoth({ sparse, dense }: Split, tier: RollupTier, { from, to }: RangeQuery): Promise<Rows> {
    const refs = [...sparse, ...dense]
    for (let tries = 1; ; tries++) {
      const after = await rollup.rolledUpTo(tier)
      const samples = await readSamples(sparse, after, from, to)
      const rollups = await readRollups(refs, tier, from, to)
      if (tries === TRIES_MAX || (await rollup.rolledUpTo(tier)) === after) return { samples, rollups }
    }
  }

  /** The range of each agent, in the order in which they are given. */
  return async (refs: Refs, query: RangeQuery): Promise<Range[]> => {
    const { tier, stepMs } = planRange(query, tiers, now())
    const parts = await split(refs, query)
    const { samples, rollups } = tier ? await readBoth(parts, tier, query) : await readAlone(parts, query)
    const tierOf = (ref: number) => tier ?? (parts.dense.includes(ref) ? finest : null)
    const names = await repo.metricNamesOf([...new Set([...samples, ...rollups].map(({ setId }) => setId))])

    const sent = Map.groupBy(samples, ({ ref }) => ref)
    const widthOf = (ref: number) => {
      const own = tierOf(ref)?.stepMs ?? widthFor(spacing(sent.get(ref) ?? []) * SLACK)
      return tier ? stepMs : Math.max(stepMs, own)
    }
    const all = new Map(refs.map((ref) => [ref, createSlots(query, widthOf(ref))]))
    const add = ({ ref, at, setId }: BucketPlace, bucket: Bucket) =>
      all.get(ref)?.add(at, names.get(setId) ?? [], bucket)
    await inSteps(rollups, (row) => add(row, decode(row.count, row.body)))
    await inSteps(samples, (row) => add(row, bucketOf(JSON.parse(row.body))))
    return [...all].map(([ref, slots]) => slots.finish(tierOf(ref)?.name ?? 'raw', query.metrics))
  }
}

/**
 * Reads page after page until nothing is left, some of each agent at a time. Other work runs in between. Agents with
 * more rows share a page.
 */
async function readPages<Row extends Place, Place extends { ref: number }>(
  starts: Place[],
  read: (places: Place[], limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let places = starts; places.length > 0; ) {
    const limit = Math.ceil(PAGE / places.length)
    const page = await read(places, limit)
    rows.push(...page)
    const full = [...Map.groupBy(page, ({ ref }) => ref).values()].filter((part) => part.length === limit)
    places = full.flatMap((part) => part.slice(-1))
    if (places.length > 0) await ownTurn()
  }
  return rows
}

async function inSteps<T>(rows: T[], work: (row: T) => void): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE) {
    for (const row of rows.slice(start, start + PAGE)) work(row)
    await ownTurn()
  }
}

/** Usual time between two samples, in ms: narrower slots would show false gaps. */
function spacing(samples: { at: number }[]): number {
  const instants = samples.map(({ at }) => at).sort((a, b) => a - b)
  const gaps = instants.slice(1).map((at, n) => at - (instants[n] ?? at))
  gaps.sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
