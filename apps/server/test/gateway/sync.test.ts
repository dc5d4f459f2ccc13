import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import type { Data } from '@atalaya/contract/route'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const quickTimes = { presenceEveryMs: 5, commitMs: 5, connectsPerMinute: 1000 }
const hello = { v: 1, t: 'hello', d: { version: '0.1.0', runId: 'run-1', journal: { known: [] } } }
const frame = (t: string, d: object) => ({ v: 1, t, d })

let world: TestApp
let address: string
let ada: string
async function start(times: object = {}) {
  world = await createTestApp({ times: { ...quickTimes, ...times } })
  address = await world.listen()
  ada = (await world.signUp('ada')).tokens.accessToken
}
async function restart(times: object) {
  await world.close()
  await start(times)
}
beforeEach(() => start())
afterEach(() => world.close())

async function register() {
  const { body } = await world.call(agents.register, { body: { name: 'box' } }, ada)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
const status = async (id: string) =>
  (await world.call(agents.get, { params: { id } }, ada)).body.data.agent.status as string

/** One request by real HTTP. */
async function sync(token: string, body: object, headers: Record<string, string> = {}) {
  const reply = await fetch(`${address}${agentSync.exchange.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await reply.json()) as { data: Data<typeof agentSync.exchange>; code?: string; error?: string }
  return { status: reply.status, headers: reply.headers, ...answer }
}

/** An agent that speaks by plain requests: keeps its session and counts what has arrived. */
async function openSession(token: string) {
  const first = (await sync(token, { frames: [hello] })).data
  let received: number = first.frames.length
  const session: string = first.session
  return {
    first,
    session,
    received: () => received,
    async send(...frames: object[]) {
      const { data } = await sync(token, { session, received, frames })
      received += data.frames.length
      return data
    },
  }
}

/** Sends a request, and resolves once it waits at the server, after its frames have arrived. */
async function sendWaiting(id: string, agent: Awaited<ReturnType<typeof openSession>>) {
  const answer = agent.send(frame('state', { status: 'degraded' }))
  await expect.poll(() => status(id)).toBe('degraded')
  return { answer }
}

describe('an agent that only uses HTTP requests', () => {
  test('is welcomed, shown as online, and gets an acknowledgement of its data', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    expect(agent.first.frames).toMatchObject([{ t: 'welcome', d: { agent: { agentId: id, name: 'box' } } }])
    expect(await status(id)).toBe('online')
    const { frames } = await agent.send(frame('data', { seq: 1, at: new Date().toISOString(), data: { door: 'open' } }))
    expect(frames).toEqual([frame('data.ack', { run: 'run-1', seq: 1 })])
    const { body } = await world.call(agents.latest, {}, ada)
    expect(body.data.latest).toMatchObject([{ agentId: id, data: { data: { door: 'open' } } }])
  })

  test('gets a command in a waiting request, and an acknowledgement of its result', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    const { answer } = await sendWaiting(id, agent)
    const { body } = await world.call(
      commands.send,
      { body: { command: 'backup', agentId: id, args: { to: [1] } } },
      ada,
    )
    const execId = body.data.commands[0].commandId
    expect((await answer).frames).toMatchObject([{ t: 'cmd', d: { execId, name: 'backup', args: { to: [1] } } }])
    const { frames } = await agent.send(
      frame('cmd.ack', { execId }),
      frame('cmd.started', { execId }),
      frame('cmd.result', { execId, status: 'succeeded', exitCode: 0, output: 'done' }),
    )
    expect(frames).toEqual([frame('cmd.result.ack', { execId })])
    const { command } = (await world.call(commands.get, { params: { id: execId } }, ada)).body.data
    expect(command).toMatchObject({ status: 'succeeded', output: 'done', attempt: 1 })
  })

  test('gets a lost answer again until it confirms its arrival', async () => {
    const { token } = await register()
    const { session, first } = await openSession(token)
    const again = await sync(token, { session, received: 0 })
    expect(again.data.frames).toEqual(first.frames)
    const settled = await sync(token, { session, received: 1, waitS: 0 })
    expect(settled.data).toEqual({ session, frames: [], closed: null })
  })

  test('gets errors for invalid frames, and its session is closed if the first frame is not hello', async () => {
    const { token } = await register()
    const agent = await openSession(token)
    const { frames } = await agent.send(frame('data', { seq: 0 }), frame('from-the-future', {}))
    expect(frames).toMatchObject([{ t: 'error' }])
    const withoutHello = await sync(token, { frames: [frame('bye', { reason: 'shutdown' })] })
    expect(withoutHello.data.closed).toEqual({ code: 1008, reason: 'The first frame is hello' })
  })

  test('gets an error for a frame that is too deep or too large, and continues', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    const send = (data: unknown) =>
      sync(token, { session: agent.session, frames: [frame('data', { seq: 1, at: new Date().toISOString(), data })] })
    const deep = JSON.parse('['.repeat(28) + ']'.repeat(28))
    expect(await send([deep])).toMatchObject({ status: 400, error: 'The body is nested more than 32 deep' })
    expect(await send(Array(40_000).fill(1))).toMatchObject({
      status: 400,
      error: 'The body has more than 40000 values',
    })
    const large = { status: 400, code: 'invalid_input', error: 'A frame can have at most 256 KiB' }
    expect(await send('x'.repeat(256 * 1024))).toMatchObject(large)
    expect(await send(deep)).toMatchObject({ status: 200 })
    expect(await status(id)).toBe('online')
  })

  test('has one open request at a time: a newer one makes the server answer the older', async () => {
    const { token } = await register()
    const agent = await openSession(token)
    let answered: { frames: object[] } | null = null
    agent.send().then((answer) => {
      answered = answer
    })
    const newer = () => sync(token, { session: agent.session, received: 1, waitS: 0 })
    await expect.poll(() => newer().then(() => answered)).toMatchObject({ frames: [] })
  })
})

describe('a session over HTTP requests', () => {
  test('ends when the agent opens a newer session, which goes on', async () => {
    const { id, token } = await register()
    const older = await sendWaiting(id, await openSession(token))
    const newer = await openSession(token)
    expect((await older.answer).closed).toMatchObject({ reason: 'A newer connection took over' })
    const frames = [frame('state', { status: 'running' })]
    // Nothing is sent to the agent, so a request that waits would last as long as it may.
    const { data } = await sync(token, { session: newer.session, received: newer.received(), frames, waitS: 0 })
    expect(data).toEqual({ session: newer.session, frames: [], closed: null })
    await expect.poll(() => status(id)).toBe('running')
  })

  test('ends when the agent opens a WebSocket', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    const { answer } = await sendWaiting(id, agent)
    const client = await connectAgent(address, token)
    expect((await answer).closed).toMatchObject({ code: 4002 })
    const late = await sync(token, { session: agent.session, received: 1 })
    expect(late).toMatchObject({ status: 410, code: 'agents.session_over' })
    expect(await status(id)).toBe('online')
    client.kill()
  })

  test('reports its end even to an agent without an open request', async () => {
    const { token } = await register()
    const agent = await openSession(token)
    const client = await connectAgent(address, token)
    expect((await agent.send()).closed).toMatchObject({ code: 4002 })
    client.kill()
  })

  test('ends when the token is renewed', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    const { answer } = await sendWaiting(id, agent)
    await world.call(agents.renewToken, { params: { id } }, ada)
    expect((await answer).closed).toMatchObject({ code: 4004 })
    expect(await sync(token, { session: agent.session })).toMatchObject({ status: 401 })
  })

  test('counts as lost when no request comes', async () => {
    await restart({ pingEveryMs: 10, pongMs: 10 })
    const { id, token } = await register()
    await openSession(token)
    await expect.poll(() => status(id)).toBe('reconnecting')
  })

  test('counts as lost when the agent aborts its request and does not return', async () => {
    await restart({ pingEveryMs: 10, pongMs: 10 })
    const { id, token } = await register()
    const agent = await openSession(token)
    const aborter = new AbortController()
    const hanging = fetch(`${address}${agentSync.exchange.path}`, {
      method: 'POST',
      signal: aborter.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session: agent.session, received: 1 }),
    }).catch(() => null)
    aborter.abort()
    await hanging
    await expect.poll(() => status(id)).toBe('reconnecting')
  })

  test('cannot be used by another agent', async () => {
    const { token } = await register()
    const { session } = await openSession(token)
    const other = await register()
    expect(await sync(other.token, { session })).toMatchObject({ status: 410 })
  })

  test('is refused to browsers and users, and has the rate limit of connections', async () => {
    await restart({ connectsPerMinute: 1 })
    const { token } = await register()
    expect(await sync(token, { frames: [hello] }, { origin: address })).toMatchObject({ status: 403 })
    expect(await sync(ada, { frames: [hello] })).toMatchObject({ status: 401 })
    await openSession(token)
    const refused = await sync(token, { frames: [hello] })
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is refused with 503 beyond the connection rate of the server', async () => {
    await restart({ upgradesPerSecond: 0 })
    const { token } = await register()
    expect(await sync(token, { frames: [hello] })).toMatchObject({ status: 503 })
  })

  test('gets a drain frame when the server stops', async () => {
    const { id, token } = await register()
    const agent = await openSession(token)
    const { answer } = await sendWaiting(id, agent)
    const [{ frames }] = await Promise.all([answer, world.app.close()])
    expect(frames).toMatchObject([{ t: 'drain' }])
  })
})
