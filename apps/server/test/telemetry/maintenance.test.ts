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

test('what another instance did until it ended is taken over within a minute, however seldom it is due', async () => {
  const tiers = rollupTiers(30)
  const done: number[] = []
  let isOthers = true
  const jobs = telemetryJobs({
    rollup: { rollUp: async ({ stepMs }) => void done.push(stepMs) },
    retain: async () => {},
    trim: async () => {},
    tiers,
    alone: async (_job, work) => {
      if (isOthers) return false
      await work()
      return true
    },
  })
  const settings = { maintenanceMs: 5_000 }
  const maintenance = createMaintenance({ jobs, settings, faults: createFaults(() => {}), now: Date.now })
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(done).toEqual([])
  isOthers = false
  await vi.advanceTimersByTimeAsync(MINUTE + 5_000)
  expect(done).toContain(HOUR)
  done.length = 0
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(done.filter((stepMs) => stepMs === HOUR)).toHaveLength(2)
  await maintenance.close()
})
