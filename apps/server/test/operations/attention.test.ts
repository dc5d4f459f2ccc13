import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { attention } from '@atalaya/contract/attention'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext, withJournal } from '#test/support/command-world.ts'

const AGENT = 'export const agent = 1'
const FINGERPRINT = createHash('sha256').update(AGENT).digest('hex').slice(0, 8)
/** Counts without a problem. */
const QUIET = {
  agents: 0,
  offline: 0,
  degraded: 0,
  quarantined: 0,
  pending: 0,
  critical: 0,
  outdated: 0,
  failed: 0,
  waiting: 0,
}

let it: CommandWorld
let folder: string
let agentFile: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-agent-'))
  agentFile = join(folder, 'agent.mjs')
  it = await createCommandWorld({ agentFile, numbersEveryMs: 5 })
})
afterEach(async () => {
  await it.close()
  rmSync(folder, { recursive: true })
})

const readAttention = async (token: string) => (await it.call(attention.read, {}, token)).body.data
const listNames = async (query: Record<string, string>, token = it.ada) =>
  (await it.call(agents.list, { query }, token)).body.data.agents.map(({ name }: { name: string }) => name)

test('all counts are zero for a user without agents', async () => {
  expect(await readAttention(it.ada)).toEqual(QUIET)
})

test('pending agents and their waiting commands are counted for the owner and administrators', async () => {
  const { id } = await it.register(it.ada)
  await it.sendOne(id)
  const expected = { ...QUIET, agents: 1, pending: 1, waiting: 1 }
  expect([await readAttention(it.ada), await readAttention(it.admin), await readAttention(it.bob)]).toEqual([
    expected,
    expected,
    QUIET,
  ])
})

test('offline agents and failed commands are counted for their owner', async () => {
  const agent = await it.register(it.ada)
  const client = await it.connect(agent.token)
  expect(await readAttention(it.ada)).toEqual({ ...QUIET, agents: 1 })
  await it.sendOne(agent.id, 'backup')
  await finish(client, (await startNext(client)).execId, { status: 'failed', exitCode: 1 })
  client.send({ t: 'bye', d: { reason: 'shutdown' } })
  client.end()
  await expect.poll(() => readAttention(it.ada)).toEqual({ ...QUIET, agents: 1, offline: 1, failed: 1 })
})

test('an agent above a threshold is counted as critical, and found by a filter', async () => {
  const [full, roomy] = [await it.register(it.ada, 'full'), await it.register(it.ada, 'roomy')]
  for (const [{ token }, used] of [
    [full, 95],
    [roomy, 50],
  ] as const) {
    const client = await it.connect(token)
    const at = new Date().toISOString()
    client.send({ t: 'data', d: { seq: 1, at, metrics: { 'disk.used': used, 'disk.total': 100 } } })
    await client.next('data.ack')
  }
  await expect.poll(() => readAttention(it.ada)).toEqual({ ...QUIET, agents: 2, critical: 1 })
  expect(await listNames({ critical: 'true' })).toEqual(['full'])
})

test('an agent is outdated if its file differs from the one that the server offers', async () => {
  const versions = { current: `0.1.0+${FINGERPRINT}`, old: '0.1.0+0000beef', selfMade: '7.0' }
  for (const [name, version] of Object.entries(versions)) {
    const { token } = await it.register(it.ada, name)
    await it.connect(token, { ...withJournal(), version })
  }
  // Without a file there is no update.
  expect(await readAttention(it.ada)).toEqual({ ...QUIET, agents: 3 })
  writeFileSync(agentFile, AGENT)
  expect(await readAttention(it.ada)).toEqual({ ...QUIET, agents: 3, outdated: 1 })
  expect(await listNames({ outdated: 'true' })).toEqual(['old'])
  expect(await readAttention(it.bob)).toEqual(QUIET)
})
