import { agents } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createAgentsService } from '#server/agents/agents.service.ts'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { clone, copyNumber, withNumber } from '#test/full-house/clone.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const MANY = 1000
const unused = {} as never

test('a thousand simultaneous changes are announced over many turns of the event loop', async () => {
  const world = await createTestApp()
  onTestFinished(world.close)
  const { accessToken } = (await world.signUp()).tokens
  const { agent } = (await world.call(agents.register, {}, accessToken)).body.data
  const counted = countTurns()
  const emitsByTurn = new Map<number, number>()
  const live = { emit: () => void emitsByTurn.set(counted.turn, (emitsByTurn.get(counted.turn) ?? 0) + 1) } as never

  await world.withDatabase(async (db) => {
    await clone(db, 'agents', sql`original.id = ${agent._id}`, MANY, {
      id: withNumber('agent-'),
      ref: sql`original.ref + ${copyNumber}`,
      token_hash: withNumber('hash-'),
    })
    const service = createAgentsService({
      repo: createRepos(db).agents,
      tx: transactionsOn(db),
      live,
      signals: unused,
      limits: unused,
      findRecent: unused,
      removeData: unused,
      readAgentFile: unused,
      now: Date.now,
    })
    await service.announce(Array.from({ length: MANY }, (_, n) => `agent-${n + 1}`))
    counted.stop()
  })
  expect([...emitsByTurn.values()].reduce((sum, count) => sum + count, 0)).toBe(MANY)
  expect(Math.max(...emitsByTurn.values())).toBeLessThanOrEqual(20)
})
