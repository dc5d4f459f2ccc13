import { expect, test } from 'vitest'
import { createRollup } from '#server/telemetry/rollup.ts'
import type { RollupTier } from '#server/telemetry/tiers.ts'

const SAMPLES = 900
const METRICS = 64
/** Maximum of metrics of one part: they are read, merged and written in one turn. */
const PART_METRICS = 6400

test('a part of a rollup has fewer buckets the more metrics they have', async () => {
  const body = JSON.stringify(Array.from({ length: METRICS }, (_, n) => n))
  const parts: number[] = []
  const rollups = {
    committedUpTo: async () => SAMPLES,
    moveCursor: async () => true,
    findBuckets: async () => [],
    saveBuckets: async (rows: unknown[]) => void parts.push(rows.length),
  }
  const samples = Array.from({ length: SAMPLES }, (_, n) => ({ id: n + 1, ref: n, at: 60_000, setId: 1, body }))
  const repo = {
    cursor: async () => ({ upTo: 0, ahead: null }),
    samplesAfter: async (after: number, to: number, limit: number) => samples.slice(after, Math.min(to, after + limit)),
  }
  const tier = { name: '1m', stepMs: 60_000, keepMs: 1 } as RollupTier
  const tx = (work: (repos: object) => unknown) => work({ rollups })
  await createRollup({ repo, tx, tiers: [tier] } as never).rollUp(tier)
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(SAMPLES)
  expect(Math.max(...parts) * METRICS).toBeLessThanOrEqual(PART_METRICS)
})
