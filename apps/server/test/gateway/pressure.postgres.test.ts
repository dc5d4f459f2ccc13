import { closeCode } from '@atalaya/contract/agent-protocol'
import { type AgentClient, openSocket } from '@atalaya/testbed/agent-client'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whileLocked } from '#test/support/at-lock.ts'
import { type CommandWorld, createCommandWorld } from '#test/support/command-world.ts'

/** Reports of one agent that may wait while the database does not answer. */
const REPORTS = 1000
/** Frames that an agent sends after its hello: more than the server would hold. */
const FRAMES = 200

let world: CommandWorld
beforeAll(async () => {
  world = await createCommandWorld()
})
afterAll(() => world.close())

const sample = (seq: number) => ({ seq, at: new Date(Date.now() - 60_000 + seq).toISOString(), metrics: { n: seq } })
const hello = { version: '0.1.0', runId: 'run-1', hostname: 'box', os: 'linux', arch: 'x64', journal: { known: [] } }

/** Waits until the server has read what was sent before. */
const untilRead = ({ socket }: Pick<AgentClient, 'socket'>) =>
  new Promise<void>((resolve) => {
    socket.once('pong', () => resolve())
    socket.ping()
  })

test('frames that come while the database stores the hello of an agent are read and stored after it', async () => {
  const agent = await world.register()
  const client = await openSocket(world.address, { authorization: `Bearer ${agent.token}` })
  const lock = sql`select 1 from agents where id = ${agent.id} for no key update`
  await whileLocked(world, lock, async (untilWaiting) => {
    client.send({ t: 'hello', d: hello })
    await untilWaiting(1)
    for (let seq = 1; seq <= FRAMES; seq++) client.send({ t: 'data', d: sample(seq) })
  })
  let seq = 0
  while (seq < FRAMES) seq = (await client.next('data.ack')).d.seq
  client.kill()
})

describe('while the database cannot store reports on a command', () => {
  /**
   * Receives a command, acknowledges it `ackCount` times, and then reports its end. The database goes on only after
   * `untilReceived`.
   */
  async function report(ackCount: number, untilReceived: (client: AgentClient) => Promise<unknown>) {
    const agent = await world.register()
    const client = await world.connect(agent.token)
    const execId = await world.sendOne(agent.id)
    await client.next('cmd')
    await whileLocked(
      world,
      sql`select 1 from commands where id = ${execId} for no key update`,
      async (untilWaiting) => {
        for (let n = 0; n < ackCount; n++) client.send({ t: 'cmd.ack', d: { execId } })
        client.send({ t: 'cmd.result', d: { execId, status: 'succeeded' } })
        await untilWaiting(1)
        await untilReceived(client)
      },
    )
    return { client, execId }
  }

  test('the agent may send reports up to the queue limit, and stays connected', async () => {
    const { client, execId } = await report(REPORTS - 1, untilRead)
    await client.next('cmd.result.ack')
    expect(await world.statusHistory(execId)).toEqual(['queued', 'sent', 'delivered', 'succeeded'])
    client.kill()
  })

  test('the agent is disconnected if it sends one more report, and earlier reports are stored', async () => {
    const { client, execId } = await report(REPORTS, ({ closed }) => closed)
    expect(await client.closed).toBe(closeCode.tooSlow)
    await expect.poll(() => world.statusHistory(execId)).toEqual(['queued', 'sent', 'delivered'])
  })
})
