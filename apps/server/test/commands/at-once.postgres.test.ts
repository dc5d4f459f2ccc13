import { randomUUID } from 'node:crypto'
import { auth } from '@atalaya/contract/auth'
import { type CommandStatus, commands } from '@atalaya/contract/commands'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindOf } from '#server/commands/kinds.ts'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import type { Tx } from '#server/db/schema.ts'
import { queueAtLock, whileLocked } from '#test/support/at-lock.ts'
import {
  type CommandWorld,
  createCommandWorld,
  startNext,
  withJournal,
  withReaper,
} from '#test/support/command-world.ts'
import { createInstanceBeside, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let it: CommandWorld
let otherInstance: TestApp
beforeAll(async () => {
  nats = await startNats()
  it = await createCommandWorld(withReaper, { NATS_URL: nats.url })
  otherInstance = await createInstanceBeside(it, it.setup)
})
afterAll(async () => {
  await otherInstance.close()
  await it.close()
  await nats.stop()
})

const lockOf = (id: string) => sql`select 1 from commands where id = ${id} for no key update`
const cancel = (id: string, instance: Pick<TestApp, 'call'> = it) =>
  instance.call(commands.cancel, { params: { id } }, it.ada)
const SENT = ['queued', 'sent']
const RUNNING = [...SENT, 'delivered', 'running']

/** Starts a command at an agent. `report` makes the agent report its success. */
async function startCommand() {
  const agent = await it.register()
  const client = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await startNext(client)
  await expect.poll(() => it.statusHistory(id)).toEqual(RUNNING)
  const report = () => {
    client.send({ t: 'cmd.result', d: { execId: id, status: 'succeeded', exitCode: 0, output: 'done' } })
    return client.next('cmd.result.ack')
  }
  return { id, report }
}

test('two people cancel a command at two instances: one succeeds, the other gets a conflict', async () => {
  const id = await it.sendOne((await it.register()).id)
  const [first, second] = await queueAtLock(it, lockOf(id), [() => cancel(id), () => cancel(id, otherInstance)])
  expect([first?.status, second?.status, second?.body.code]).toEqual([200, 409, 'commands.changed'])
  expect(await it.statusHistory(id)).toEqual(['queued', 'cancelled'])
})

describe('a result that arrives', () => {
  test('after a simultaneous cancellation sets the final status', async () => {
    const { id, report } = await startCommand()
    await queueAtLock<unknown>(it, lockOf(id), [() => cancel(id), report])
    expect(await it.statusHistory(id)).toEqual([...RUNNING, 'cancelling', 'succeeded'])
  })

  test('before a simultaneous cancellation leaves nothing to cancel', async () => {
    const { id, report } = await startCommand()
    const cancelled = queueAtLock<{ status?: number }>(it, lockOf(id), [
      report as () => Promise<object>,
      () => cancel(id),
    ])
    expect((await cancelled)[1]?.status).toBe(409)
    expect(await it.statusHistory(id)).toEqual([...RUNNING, 'succeeded'])
  })

  test('after two reapers leaves the command timed out', async () => {
    const { id, report } = await startCommand()
    let receipt: Promise<unknown> | undefined
    await whileLocked(it, lockOf(id), async (untilWaiting) => {
      // The time limit of 60 s, 30 s more, and one.
      it.advance(91_000)
      await untilWaiting(2)
      receipt = report()
      await untilWaiting(3)
    })
    await receipt
    expect(await it.statusHistory(id)).toEqual([...RUNNING, 'timed_out'])
  })

  test('before its agent’s reconnection keeps its final status', async () => {
    const agent = await it.register()
    const first = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await first.next('cmd')
    let second: typeof first | undefined
    await whileLocked(it, lockOf(id), async (untilWaiting) => {
      first.send({ t: 'cmd.result', d: { execId: id, status: 'succeeded' } })
      await untilWaiting(1)
      second = await it.connect(agent.token, withJournal(id))
      await untilWaiting(2)
    })
    await it.sendOne(agent.id)
    await second?.next('cmd')
    expect(await it.statusHistory(id)).toEqual([...SENT, 'succeeded'])
  })
})

test('a reconnected agent gets new commands only after its earlier ones are settled', async () => {
  const agent = await it.register()
  const first = await it.connect(agent.token)
  const id = await it.sendOne(agent.id)
  await first.next('cmd')
  first.kill()
  let ping = ''
  let second: typeof first | undefined
  await whileLocked(it, lockOf(id), async (untilWaiting) => {
    second = await it.connect(agent.token, withJournal(id))
    await untilWaiting(1)
    ping = await it.sendOne(agent.id, 'ping')
    expect(await it.status(ping)).toBe('queued')
  })
  expect((await second?.next('cmd'))?.d.execId).toBe(ping)
  expect(await it.statusHistory(id)).toEqual([...SENT, 'delivered'])
})

describe('the reapers of two instances', () => {
  test('expire an unsent command once', async () => {
    const id = await it.sendOne((await it.register()).id, 'backup', { lifeS: 1 })
    await whileLocked(it, lockOf(id), async (untilWaiting) => {
      it.advance(2000)
      await untilWaiting(2)
    })
    await expect.poll(() => it.status(id)).toBe('expired')
    expect(await it.statusHistory(id)).toEqual(['queued', 'expired'])
  })

  test('resend a command to a silent agent once', async () => {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const id = await it.sendOne(agent.id)
    await client.next('cmd')
    await whileLocked(it, lockOf(id), async (untilWaiting) => {
      it.advance(31_000)
      await untilWaiting(2)
    })
    expect((await client.next('cmd')).d.attempt).toBe(2)
    client.send({ t: 'cmd.result', d: { execId: id, status: 'succeeded' } })
    await client.next('cmd.result.ack')
    expect(await it.statusHistory(id)).toEqual([...SENT, ...SENT, 'succeeded'])
  })
})

test('a queued command claimed by two instances is sent by one of them', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  const recipient = { agentId: agent.id, run: 'run-1', boot: null, version: '1' }
  await it.withDatabase(async (db) => {
    const claim = async () => (await transactionsOn(db)((repos) => repos.commands.claim([recipient], it.setup.now())))()
    const claimed = await queueAtLock(it, lockOf(id), [claim, claim])
    expect(claimed.map((commands) => commands.map((command) => command.id))).toEqual([[id], []])
  })
  expect(await it.statusHistory(id)).toEqual(SENT)
})

describe('two commands that are sent to an agent at the same moment', () => {
  /** A command for an open transaction: there `insert` adds it to the queue, and `claim` claims it. */
  async function newCommand() {
    const agent = await it.register()
    const client = await it.connect(agent.token)
    const userId = (await it.call(auth.me, {}, it.ada)).body.data.user._id
    const [id, now] = [randomUUID(), it.setup.now()]
    const batch = { userId, command: 'backup', args: {}, online: 1, skipped: [], idempotencyKey: null, requestHash: '' }
    const times = { kind: kindOf('backup'), notAfter: now + 60_000, now }
    const recipient = { agentId: agent.id, run: 'run-1', boot: null, version: '1' }
    return {
      id,
      client,
      insert: async (tx: Tx) => {
        const { commandViews, commands } = createRepos(tx)
        await commandViews.insert({ id: randomUUID(), ...batch, ...times }, [{ id, agentId: agent.id }])
        // A read makes the transaction send its held statements: the command is then in the queue.
        await commands.find(id)
      },
      claim: (tx: Tx) => createRepos(tx).commands.claim([recipient], now),
      sendOther: () => it.sendOne(agent.id),
    }
  }

  test('the later one waits for the earlier one', async () => {
    const { id, insert, claim, sendOther } = await newCommand()
    const first = async (tx: Tx) => {
      await insert(tx)
      await claim(tx)
      // A read makes the transaction send its held statements: the command is then claimed.
      await createRepos(tx).commands.find(id)
    }
    const [other = ''] = await queueAtLock(it, first, [sendOther])
    expect([await it.status(id), await it.status(other)]).toEqual(['sent', 'queued'])
  })

  test('the earlier one waits if the later one was claimed first', async () => {
    const { id, client, insert, claim, sendOther } = await newCommand()
    const { other, claimed } = await it.withDatabase((db) =>
      db.transaction().execute(async (tx) => {
        await insert(tx)
        return { other: await sendOther(), claimed: await claim(tx) }
      }),
    )
    expect(claimed()).toEqual([])
    expect([await it.status(id), await it.status(other)]).toEqual(['queued', 'sent'])
    client.send({ t: 'cmd.result', d: { execId: other, status: 'succeeded' } })
    await expect.poll(() => it.status(id)).toBe('sent')
  })
})

test('a transition from an outdated state of a command is refused', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  const recipient = { agentId: agent.id, run: 'run-1', boot: null, version: '1' }
  const now = it.setup.now()
  await it.withDatabase(async (db) => {
    const { commands } = createRepos(db)
    const readRow = async () => {
      const found = await commands.find(id)
      return found ? found.row : expect.unreachable()
    }
    const move = async (seen: Awaited<ReturnType<typeof readRow>>, status: CommandStatus, { doubt = false } = {}) =>
      (await commands.moveIfUnchanged(seen, { status, doubt }, {}, now))()
    await commands.claim([recipient], now)
    const sentOnce = await readRow()
    expect(await move(sentOnce, 'queued', { doubt: true })).toBe(true)
    const inDoubt = await readRow()
    expect(await move(inDoubt, 'queued')).toBe(true)
    expect(await move(inDoubt, 'expired')).toBe(false)
    await commands.claim([recipient], now)
    expect(await move(sentOnce, 'expired')).toBe(false)
  })
  expect(await it.statusHistory(id)).toEqual([...SENT, 'queued', ...SENT])
})
