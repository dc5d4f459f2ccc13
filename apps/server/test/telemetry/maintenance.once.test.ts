import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createMaintenance, telemetryJobs } from '#server/telemetry/maintenance.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a job of an ended instance is taken over within a minute', async () => {
  const tiers = rollupTiers(30)
  const done: number[] = []
  let isHeldByAnother = true
  const jobs = telemetryJobs({
    rollup: { rollUp: async ({ stepMs }) => void done.push(stepMs) },
    removeExpired: async () => {},
    removeSurplus: async () => {},
    tiers,
    runExclusive: async (_job, work) => {
      if (isHeldByAnother) return false
      await work()
      return true
    },
  })
  const settings = { maintenanceEveryMs: 5_000 }
  const maintenance = createMaintenance({ jobs, settings, faults: createFaults(() => {}), now: Date.now })
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(done).toEqual([])
  isHeldByAnother = false
  await vi.advanceTimersByTimeAsync(MINUTE + 5_000)
  expect(done).toContain(HOUR)
  done.length = 0
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(done.filter((stepMs) => stepMs === HOUR)).toHaveLength(2)
  await maintenance.close()
})

test('old and excess rows are removed after the rollups due at that time', async () => {
  const done: string[] = []
  const record = (job: string) => done.push(`${job} ${(Date.now() % (10 * MINUTE)) / 1000}`)
  const jobs = telemetryJobs({
    rollup: { rollUp: async ({ name }) => void record(name) },
    removeExpired: async () => void record('retain'),
    removeSurplus: async () => void record('trim'),
    tiers: rollupTiers(30),
    runExclusive: (_job, work) => work().then(() => true),
  })
  const settings = { maintenanceEveryMs: 1_000 }
  const maintenance = createMaintenance({ jobs, settings, faults: createFaults(() => {}), now: Date.now })
  await vi.advanceTimersByTimeAsync(9 * MINUTE + 50_000)
  done.length = 0
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(done).toEqual(['1m 5', '10m 5', 'trim 10', 'retain 10'])
  await maintenance.close()
})

test('a job runs at its next step even if the clock is set back or ahead', async () => {
  let clock = Date.now()
  const done: number[] = []
  const job = { everyMs: HOUR, lagMs: 5_000, run: async () => done.push(clock) > 0 }
  const settings = { maintenanceEveryMs: 5_000 }
  const maintenance = createMaintenance({ jobs: [job], settings, faults: createFaults(() => {}), now: () => clock })
  const advance = async (ms: number) => {
    done.length = 0
    for (let left = ms; left > 0; left -= 5_000) {
      clock += 5_000
      await vi.advanceTimersByTimeAsync(5_000)
    }
    return done.map((at) => at % HOUR)
  }
  await advance(5_000)
  expect(await advance(2 * HOUR)).toEqual([5_000, 5_000])
  clock -= 30 * 24 * HOUR
  // At once, and from then on when it is due.
  expect(await advance(HOUR)).toHaveLength(2)
  expect(await advance(2 * HOUR)).toEqual([5_000, 5_000])
  clock += 30 * 24 * HOUR
  expect(await advance(HOUR)).toHaveLength(2)
  expect(await advance(2 * HOUR)).toEqual([5_000, 5_000])
  await maintenance.close()
})
