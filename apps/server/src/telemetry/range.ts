import { setImmediate } from 'node:timers/promises'
import type { Range } from '@atalaya/contract/telemetry'
import { bucketOf, decode } from './bucket.ts'
import type { Rollup } from './rollup.ts'
import type { BucketRow, RollupsRepo, StoredSample } from './rollups.repo.ts'
import { createSlots } from './series.ts'
import { planRange, type RollupTier, widthFor } from './tiers.ts'

/** Few enough that no step holds the event loop for long. */
const PAGE = 500
/** So often a range is read at most where rollups go on all the time. */
const TRIES_MAX = 3
/** A sample may come a little late for its slot without leaving a gap. */
const SLACK = 1.2

type Asked = { from: number; to: number; points: number; metrics?: string[] | undefined }
type Rows = { samples: StoredSample[]; rollups: BucketRow[] }
type Needs = { repo: RollupsRepo; rollup: Pick<Rollup, 'rolledUpTo'>; tiers: RollupTier[]; now: () => number }

/** Numbers over a time range: rows of one tier, and beside them the samples which that tier has not seen yet. */
export function createRangeReader({ repo, rollup, tiers, now }: Needs) {
  async function readRollups(ref: number, { stepMs }: RollupTier, from: number, to: number): Promise<BucketRow[]> {
    const start = { at: Math.floor(from / stepMs) * stepMs, setId: -1 }
    return readPages(start, (after) => repo.bucketsOf(ref, stepMs / 1000, after, to, PAGE))
  }
  const readSamples = (ref: number, afterId: number, from: number, to: number): Promise<StoredSample[]> =>
    readPages({ id: afterId }, ({ id }) => repo.samplesOf(ref, id, from, to, PAGE))

  const readAlone = async (ref: number, { from, to }: Asked): Promise<Rows> => ({
    samples: await readSamples(ref, 0, from, to),
    rollups: [],
  })

  /** Anew where the tier has seen more of the samples meanwhile: they would be in neither part, or in both. */
  async function readBoth(ref: number, tier: RollupTier, { from, to }: Asked): Promise<Rows> {
    for (let tries = 1; ; tries++) {
      const after = await rollup.rolledUpTo(tier)
      const samples = await readSamples(ref, after, from, to)
      const rollups = await readRollups(ref, tier, from, to)
      if (tries === TRIES_MAX || (await rollup.rolledUpTo(tier)) === after) return { samples, rollups }
    }
  }

  return async (ref: number, asked: Asked): Promise<Range> => {
    const { tier, stepMs } = planRange(asked, tiers, now())
    const { samples, rollups } = tier ? await readBoth(ref, tier, asked) : await readAlone(ref, asked)
    const names = await repo.setNames([...new Set([...samples, ...rollups].map(({ setId }) => setId))])

    const width = tier ? stepMs : Math.max(stepMs, widthFor(spacing(samples) * SLACK))
    const slots = createSlots(asked, width)
    await inSteps(rollups, ({ at, setId, count, body }) => slots.add(at, names.get(setId) ?? [], decode(count, body)))
    await inSteps(samples, ({ at, setId, body }) => slots.add(at, names.get(setId) ?? [], bucketOf(JSON.parse(body))))
    return slots.finish(tier?.name ?? 'raw', asked.metrics)
  }
}

/** Reads page after page, each from where the last one ended, and lets others work in between. */
async function readPages<T extends C, C>(start: C, read: (after: C) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = []
  for (let page = await read(start); page.length > 0; ) {
    rows.push(...page)
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    await setImmediate()
    page = await read(last)
  }
  return rows
}

async function inSteps<T>(rows: T[], work: (row: T) => void): Promise<void> {
  for (let start = 0; start < rows.length; start += PAGE) {
    for (const row of rows.slice(start, start + PAGE)) work(row)
    await setImmediate()
  }
}

/** The usual time between two samples, in ms: slots that are narrower would show gaps where none are. */
function spacing(samples: { at: number }[]): number {
  const instants = samples.map(({ at }) => at).sort((a, b) => a - b)
  const gaps = instants.slice(1).map((at, n) => at - (instants[n] ?? at))
  gaps.sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length / 2)] ?? 0
}
