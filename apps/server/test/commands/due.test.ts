import { setImmediate } from 'node:timers/promises'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, withReaper } from '#test/support/command-world.ts'
import { insertAgents } from '#test/support/insert-agents.ts'

const MINUTE = 60_000
/** Expired commands that are updated at once. */
const PAGE = 200

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld(withReaper)
})
afterEach(() => it.close())

/** Sends a command to `count` agents that are away; it waits for them for a minute. */
async function sendTo(count: number) {
  const agentIds = Array.from({ length: count }, () => crypto.randomUUID())
  await it.withDatabase(async (db) => {
    const owner = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    const agents = agentIds.map((id) => ({ id, ownerId: owner.id, name: null, tags: [], tokenHash: id, now: 0 }))
    await insertAgents(db, agents)
  })
  const { body, status } = await it.send({ command: 'backup', agentIds, lifeS: 60 }, it.admin)
  expect(status).toBe(200)
  return { id: body.data.batchId as string, commands: body.data.commands as { commandId: string }[] }
}

test('expired commands are updated page by page, each page at once', async () => {
  const { id } = await sendTo(2 * PAGE + 50)
  it.advance(2 * MINUTE)
  const expiredCounts = new Set<number>()
  do {
    // Lets the reaper's timer run.
    await setImmediate()
    const { body } = await it.call(commands.batch, { params: { id } }, it.admin)
    expiredCounts.add(body.data.batch.counts.expired ?? 0)
  } while (!expiredCounts.has(2 * PAGE + 50))
  expect([...expiredCounts].filter((count) => ![0, PAGE, 2 * PAGE, 2 * PAGE + 50].includes(count))).toEqual([])
})

test('a full page of commands that must wait does not delay later ones', async () => {
  const waiting = await sendTo(PAGE + 1)
  // Makes the commands look sent to agents that have just disconnected, so that they wait for a reconnection.
  await it.withDatabase((db) =>
    db.updateTable('commands').set({ status: 'sent', doubt: 1, attempt: 1, sent_at: 0 }).execute(),
  )
  const later = await sendTo(1)
  it.advance(2 * MINUTE)
  await expect.poll(() => it.status(later.commands[0]?.commandId ?? '')).toBe('expired')
  expect(await it.status(waiting.commands[0]?.commandId ?? '')).toBe('sent')
})
