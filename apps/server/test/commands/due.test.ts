import { setImmediate } from 'node:timers/promises'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, withReaper } from '#test/support/command-world.ts'

const MINUTE = 60_000
/** Expired commands that are updated at once. */
const PAGE = 200
/** Agents that register at the same time. */
const TOGETHER = 25

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld(withReaper)
})
afterEach(() => it.close())

/** Sends a command to `count` agents that are away; it waits for them for a minute. */
async function sendTo(count: number) {
  const agentIds: string[] = []
  while (agentIds.length < count) {
    const registrations = Array.from({ length: Math.min(TOGETHER, count - agentIds.length) }, () =>
      it.register(it.admin),
    )
    for (const { id } of await Promise.all(registrations)) agentIds.push(id)
  }
  const { body, status } = await it.send({ command: 'backup', agentIds, lifeS: 60 }, it.admin)
  expect(status).toBe(200)
  return { id: body.data.batchId as string, commands: body.data.commands as { commandId: string }[] }
}

test('expired commands are updated page by page, each page at once', async () => {
  const { id } = await sendTo(2 * PAGE + 50)
  it.advance(2 * MINUTE)
  const seen = new Set<number>()
  do {
    // Lets the reaper's timer run.
    await setImmediate()
    const { body } = await it.call(commands.batch, { params: { id } }, it.admin)
    seen.add(body.data.batch.counts.expired ?? 0)
  } while (!seen.has(2 * PAGE + 50))
  expect([...seen].filter((count) => ![0, PAGE, 2 * PAGE, 2 * PAGE + 50].includes(count))).toEqual([])
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
