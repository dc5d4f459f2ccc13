import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext, withJournal } from '#test/support/command-world.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { newTokenOf } from '#test/support/token-world.ts'

let it: CommandWorld
beforeEach(async () => {
  it = await createCommandWorld()
})
afterEach(() => it.close())

const read = (id: string, waitS: number, token = it.ada) =>
  it.call(commands.get, { params: { id }, query: { waitS: String(waitS) } }, token)

/** Resolves when `count` calls wait: each listens to live events. */
const untilCallsWait = (count: number) =>
  expect
    .poll(async () => (await it.app.inject('/metrics')).body, withoutAdvancingTime)
    .toContain(`live_listeners ${count}\n`)

test('a waiting request is answered when the command ends', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token, withJournal())
  const id = await it.sendOne(agent.id)
  const reading = read(id, 50)
  const { execId } = await startNext(client)
  await finish(client, execId)
  const { status, body } = await reading
  expect([status, body.data.command.status, body.data.command.output]).toEqual([200, 'succeeded', 'done'])
  expect((await read(id, 50)).body.data.command.status).toBe('succeeded')
  client.kill()
})

test('a waiting request returns the command’s current state when the time is over', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  await inStoppedTime(async (advance) => {
    let isAnswered = false
    const reading = read(id, 50).finally(() => {
      isAnswered = true
    })
    await untilCallsWait(1)
    await advance(49_999)
    expect(isAnswered).toBe(false)
    await advance(1)
    const { status, body } = await reading
    expect([status, body.data.command.status]).toEqual([200, 'queued'])
  })
})

test('a token with both scopes sends a command and gets its result in one request', async () => {
  const agent = await it.register()
  const client = await it.connect(agent.token, withJournal())
  const send = (token: string) =>
    it.call(commands.send, { body: { command: 'backup', agentId: agent.id }, query: { waitS: '50' } }, token)
  const { token: sendOnlyToken } = await newTokenOf(it, it.ada, { scopes: ['commands:send'] })
  expect((await send(sendOnlyToken)).body.code).toBe('tokens.scope_missing')
  const { token } = await newTokenOf(it, it.ada, { scopes: ['commands:send', 'commands:read'] })
  const sending = send(token)
  const { execId } = await startNext(client)
  await finish(client, execId, { output: 'backed up' })
  const { body } = await sending
  expect(body.data.waited).toMatchObject([{ commandId: execId, status: 'succeeded', output: 'backed up' }])
  client.kill()
})

test('a stranger cannot wait for a command, and no request waits beyond the limit', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  expect((await read(id, 50, it.bob)).status).toBe(404)
  expect((await read(id, 51)).status).toBe(400)
  expect((await read(id, -1)).status).toBe(400)
})

test('a waiting request that fails does not count towards the limit', async () => {
  const statuses: number[] = []
  for (let at = 0; at <= 20; at++) statuses.push((await read(crypto.randomUUID(), 50)).status)
  expect(statuses).toEqual(Array(21).fill(404))
})

test('waiting requests are limited, a disconnected client makes room, and a stopping server answers all', async () => {
  const agent = await it.register()
  const id = await it.sendOne(agent.id)
  const url = `${it.address}/api/v1/commands/${id}?waitS=50`
  const headers = { authorization: `Bearer ${it.ada}` }
  const first = new AbortController()
  const abandoned = fetch(url, { headers, signal: first.signal }).catch(() => null)
  const others = Array.from({ length: 19 }, () => fetch(url, { headers }))
  await untilCallsWait(20)
  expect((await read(id, 1)).body.code).toBe('commands.too_many_waits')
  first.abort()
  await abandoned
  await untilCallsWait(19)
  expect((await read(id, 1)).status).toBe(200)
  const closing = it.app.close()
  const answers = await Promise.all(others)
  expect(answers.map(({ status }) => status)).toEqual(Array(19).fill(200))
  await closing
}, 60_000)
