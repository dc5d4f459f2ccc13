import { expect, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { createRollup } from '#server/telemetry/rollup.ts'
import { rollupTiers } from '#server/telemetry/tiers.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

/** Number of samples that are read at once. */
const PAGE = 400

test('other work runs between two pages of samples that are rolled up', async () => {
  const world = await createTestApp({ times: { maintenanceEveryMs: 1_000_000 } })
  await world.withDatabase(async (db) => {
    const samples = Array.from({ length: 4 * PAGE }, (_, n) => ({ agent_ref: 1, at: n * 1000, set_id: 1, body: '[1]' }))
    for (let start = 0; start < samples.length; start += PAGE) {
      await db
        .insertInto('samples')
        .values(samples.slice(start, start + PAGE))
        .execute()
    }
    const turnCounter = countTurns()
    const turns: number[] = []
    const { rollups } = createRepos(db)
    const repo: typeof rollups = {
      ...rollups,
      samplesAfter(...args) {
        turns.push(turnCounter.turn)
        return rollups.samplesAfter(...args)
      },
    }
    const tiers = rollupTiers(395)
    const [minutes] = tiers
    if (minutes) await createRollup({ repo, tx: transactionsOn(db), tiers }).rollUp(minutes)
    turnCounter.stop()
    expect(turns).toHaveLength(4)
    expect(new Set(turns).size).toBe(4)
  })
  await world.close()
})
