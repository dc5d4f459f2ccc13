import type { Range } from '@atalaya/contract/telemetry'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { type Bucket, bucketOf, decode } from './bucket.ts'
import type { Rollup } from './rollup.ts'
import { type BucketPosition, hasSample, isSameFor, startOf } from './rollup-cursor.ts'
import type { BucketRow, RollupsRepo, SamplePosition, StoredSample } from './rollups.repo.ts'
import { createSlots } from './series.ts'
import { planRange, type RollupTier, widthFor } from './tiers.ts'

/** Rows of one page: few enough that none holds the event loop for long. */
const PAGE_ROWS = 500
/**
 * Maximum of raw samples for a range, for all its agents together: almost three hours of one sample a second. An
 * agent with more than its share is drawn from rollups alone, which may be a minute behind.
 */
const SAMPLES_MAX = 10_000
/** Maximum of tries of a read that roll-ups overtake. */
const TRIES_MAX = 3
/** Factor on the usual time between two samples, so that a slightly late sample leaves no gap. */
const SPACING_FACTOR = 1.2

type Refs = readonly number[]
type RangeQuery = { from: number; to: number; points: number; metrics?: string[] | undefined }
/** Agents with few samples in the range, and those with more than their share. */
type Split = { sparse: Refs; dense: Refs }
type Rows = { samples: StoredSample[]; rollups: BucketRow[] }
type Needs = {
  repo: Pick<RollupsRepo, 'bucketsOf' | 'samplesOf' | 'agentsWithMoreThan' | 'metricNamesOf'>
  rollup: Pick<Rollup, 'readCursor'>
  tiers: RollupTier[]
  now: () => number
}

/** Reads numbers of agents over a time range. Combines rows of one tier with samples that it has not rolled up yet. */
export function createRangeReader({ repo, rollup, tiers, now }: Needs) {
  const [finest] = tiers as [RollupTier]

  async function split(refs: Refs, { from, to }: RangeQuery): Promise<Split> {
    if (refs.length === 0) return { sparse: [], dense: [] }
    const dense = new Set(await repo.agentsWithMoreThan(Math.floor(SAMPLES_MAX / refs.length), refs, from, to))
    return { sparse: refs.filter((ref) => !dense.has(ref)), dense: [...dense] }
  }

  function readRollups(refs: Refs, { stepMs }: RollupTier, from: number, to: number): Promise<BucketRow[]> {
    const at = startOf(from, stepMs)
    // Set -1: before all sets of the first bucket.
    const starts = refs.map((ref) => ({ ref, at, setId: -1 }))
    return readPages<BucketRow, BucketPosition>(starts, (positions, limit) =>
      repo.bucketsOf(positions, stepMs / 1000, to, limit),
    )
  }
  function readSamples(refs: Refs, afterId: number, from: number, to: number): Promise<StoredSample[]> {
    const starts = refs.map((ref) => ({ ref, id: afterId }))
    return readPages<StoredSample, SamplePosition>(starts, (positions, limit) =>
      repo.samplesOf(positions, from, to, limit),
    )
  }

  /** Reads samples of sparse agents, and rows of the finest tier for dense ones. */
  const readRaw = async ({ sparse, dense }: Split, { from, to }: RangeQuery): Promise<Rows> => ({
    samples: await readSamples(sparse, 0, from, to),
    rollups: await readRollups(dense, finest, from, to),
  })

  /**
   * Reads rollups and later samples. Reads again if a roll-up of these agents ran in between: a sample could be missing
   * or count twice.
   */
  async function readRolledUpAndRaw(
    { sparse, dense }: Split,
    tier: RollupTier,
    { from, to }: RangeQuery,
  ): Promise<Rows> {
    const refs = [...sparse, ...dense]
    for (let tries = 1; ; tries++) {
      const cursor = await rollup.readCursor(tier)
      const laterSamples = await readSamples(sparse, cursor.upTo, from, to)
      const samples = laterSamples.filter((sample) => !hasSample(cursor, tier.stepMs, sample))
      const rollups = await readRollups(refs, tier, from, to)
      if (tries === TRIES_MAX || isSameFor(refs, cursor, await rollup.readCursor(tier))) return { samples, rollups }
    }
  }

  /** Ranges of agents, in the order of `refs`. */
  return async (refs: Refs, query: RangeQuery): Promise<Range[]> => {
    const { tier, stepMs } = planRange(query, tiers, now())
    const parts = await split(refs, query)
    const { samples, rollups } = tier ? await readRolledUpAndRaw(parts, tier, query) : await readRaw(parts, query)
    const tierOf = (ref: number) => tier ?? (parts.dense.includes(ref) ? finest : null)
    const names = await repo.metricNamesOf([...new Set([...samples, ...rollups].map(({ setId }) => setId))])

    const samplesByRef = Map.groupBy(samples, ({ ref }) => ref)
    const widthOf = (ref: number) => {
      const widthWithoutGaps = tierOf(ref)?.stepMs ?? widthFor(spacing(samplesByRef.get(ref) ?? []) * SPACING_FACTOR)
      return tier ? stepMs : Math.max(stepMs, widthWithoutGaps)
    }
    const all = new Map(refs.map((ref) => [ref, createSlots(query, widthOf(ref))]))
    const add = ({ ref, at, setId }: BucketPosition, bucket: Bucket) =>
      all.get(ref)?.add(at, names.get(setId) ?? [], bucket)
    await runInSteps(rollups, (row) => add(row, decode(row.count, row.body)))
    await runInSteps(samples, (row) => add(row, bucketOf(JSON.parse(row.body))))
    return [...all].map(([ref, slots]) => slots.finish(tierOf(ref)?.name ?? 'raw', query.metrics))
  }
}

/**
 * Reads page after page until no agent has more rows. Agents with more rows share a page. Other work runs between two
 * pages.
 */
async function readPages<Row extends Position, Position extends { ref: number }>(
  starts: Position[],
  read: (positions: Position[], limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let positions = starts; positions.length > 0; ) {
    const limit = Math.ceil(PAGE_ROWS / positions.length)
    const page = await read(positions, limit)
    rows.push(...page)
    const full = [...Map.groupBy(page, ({ ref }) => ref).values()].filter((part) => part.length === limit)
    positions = full.flatMap((part) => part.slice(-1))
    if (positions.length > 0) await waitForFreeTurn()
  }
  return rows
}

async function runInSteps<T>(rows: T[], work: (row: T) => void): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE_ROWS) {
    for (const row of rows.slice(start, start + PAGE_ROWS)) work(row)
    await waitForFreeTurn()
  }
}

/** Median time between two samples, in ms: narrower slots would show false gaps. */
function spacing(samples: { at: number }[]): number {
  const instants = samples.map(({ at }) => at).sort((a, b) => a - b)
  const gaps = instants.slice(1).map((at, n) => at - (instants[n] ?? at))
  gaps.sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
