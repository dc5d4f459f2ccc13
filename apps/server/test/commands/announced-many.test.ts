import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAgents } from '#test/support/insert-agents.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
const tokens = { admin: '', ada: '', bob: '' }
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  for (const name of ['admin', 'ada', 'bob'] as const) {
    const { tokens: own, user } = await app.signUp(name)
    tokens[name] = own.accessToken
    if (name !== 'ada') continue
    const rows = Array.from({ length: 101 }, (_, n) => {
      const id = `box-${n}`
      return { id, ownerId: user._id, name: id, tags: n < 100 ? ['most'] : [], tokenHash: id, now: 0 }
    })
    await app.withDatabase((db) => insertAgents(db, rows))
  }
})
afterAll(() => app.close())

/**
 * Sends a command, then causes an event that ends the wait. Returns the numbers of command events and of resyncs that
 * each person got.
 */
async function countEvents(body: { command: string; tag?: string }) {
  const people = Object.values(tokens)
  const streams = await Promise.all(people.map((token) => openEvents(address, token)))
  expect((await app.call(commands.send, { body }, tokens.ada)).status).toBe(200)
  for (const token of people) await app.call(agents.register, { body: { name: 'the end' } }, token)
  const counts: [commands: number, resyncs: number][] = []
  for (const stream of streams) {
    await expect.poll(() => stream.ofType('agent.updated')).not.toEqual([])
    counts.push([stream.ofType('command.updated').length, stream.ofType('resync').length])
    await stream.close()
  }
  return Object.fromEntries(Object.keys(tokens).map((name, n) => [name, counts[n]]))
}

test('a command to a hundred agents is announced for each, and one to more as a reason to read again', async () => {
  expect(await countEvents({ command: 'ping', tag: 'most' })).toEqual({ admin: [100, 0], ada: [100, 0], bob: [0, 0] })
  expect(await countEvents({ command: 'ping' })).toEqual({ admin: [0, 1], ada: [0, 1], bob: [0, 0] })
})
