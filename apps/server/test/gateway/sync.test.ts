import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import type { Data } from '@atalaya/contract/route'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const quick = { presenceMs: 5, commitMs: 5, connectsPerMinute: 1000 }
const hello = { v: 1, t: 'hello', d: { version: '0.1.0', runId: 'run-1', journal: { known: [] } } }
const frame = (t: string, d: object) => ({ v: 1, t, d })

let it: TestApp
let address: string
let ada: string
async function start(times: object = {}) {
  it = await createTestApp({ times: { ...quick, ...times } })
  address = await it.listen()
  ada = (await it.signUp('ada')).tokens.accessToken
}
async function restart(times: object) {
  await it.close()
  await start(times)
}
beforeEach(() => start())
afterEach(() => it.close())

async function register() {
  const { body } = await it.call(agents.register, { body: { name: 'box' } }, ada)
  return { id: body.data.agent.agentId as string, token: body.data.token as string }
}
const status = async (id: string) =>
  (await it.call(agents.get, { params: { id } }, ada)).body.data.agent.status as string

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
async function open(token: string) {
  const first = (await sync(token, { frames: [hello] })).data
  let received: number = first.frames.length
  const session: string = first.session
  return {
    first,
    session,
    received: () => received,
    async say(...frames: object[]) {
      const { data } = await sync(token, { session, received, frames })
      received += data.frames.length
      return data
    },
  }
}

/** A request that surely waits at the server: its frames have arrived. */
async function hang(id: string, agent: Awaited<ReturnType<typeof open>>) {
  const answer = agent.say(frame('state', { status: 'degraded' }))
  await expect.poll(() => status(id)).toBe('degraded')
  return { answer }
}

describe('an agent that only makes requests', () => {
  test('is welcomed, online, and gets the receipt for its data', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    expect(agent.first.frames).toMatchObject([{ t: 'welcome', d: { agent: { agentId: id, name: 'box' } } }])
    expect(await status(id)).toBe('online')
    const { frames } = await agent.say(frame('data', { seq: 1, at: new Date().toISOString(), data: { door: 'open' } }))
    expect(frames).toEqual([frame('data.ack', { run: 'run-1', seq: 1 })])
    const { body } = await it.call(agents.latest, {}, ada)
    expect(body.data.latest).toMatchObject([{ agentId: id, data: { data: { door: 'open' } } }])
  })

  test('gets a command in the request that waits, and its result has a receipt', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    const { answer } = await hang(id, agent)
    const { body } = await it.call(commands.send, { body: { command: 'backup', agentId: id, args: { to: [1] } } }, ada)
    const execId = body.data.commands[0].commandId
    expect((await answer).frames).toMatchObject([{ t: 'cmd', d: { execId, name: 'backup', args: { to: [1] } } }])
    const { frames } = await agent.say(
      frame('cmd.ack', { execId }),
      frame('cmd.started', { execId }),
      frame('cmd.result', { execId, status: 'succeeded', exitCode: 0, output: 'done' }),
    )
    expect(frames).toEqual([frame('cmd.result.ack', { execId })])
    const { command } = (await it.call(commands.get, { params: { id: execId } }, ada)).body.data
    expect(command).toMatchObject({ status: 'succeeded', output: 'done', attempt: 1 })
  })

  test('gets an answer again that was lost on its way, until it says that it has it', async () => {
    const { token } = await register()
    const { session, first } = await open(token)
    const again = await sync(token, { session, received: 0 })
    expect(again.data.frames).toEqual(first.frames)
    const settled = await sync(token, { session, received: 1, waitS: 0 })
    expect(settled.data).toEqual({ session, frames: [], closed: null })
  })

  test('gets errors for its wrong frames, and ends if the first is no hello', async () => {
    const { token } = await register()
    const agent = await open(token)
    const { frames } = await agent.say(frame('data', { seq: 0 }), frame('from-the-future', {}))
    expect(frames).toMatchObject([{ t: 'error' }])
    const rude = await sync(token, { frames: [frame('bye', { reason: 'shutdown' })] })
    expect(rude.data.closed).toEqual({ code: 1008, reason: 'The first frame is hello' })
  })

  test('gets a refusal for frames beyond its rate, and continues', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    const say = (data: unknown) =>
      sync(token, { session: agent.session, frames: [frame('data', { seq: 1, at: new Date().toISOString(), data })] })
    const deep = JSON.parse('['.repeat(28) + ']'.repeat(28))
    expect(await say([deep])).toMatchObject({ status: 400, error: 'The body is nested more than 32 deep' })
    expect(await say(Array(40_000).fill(1))).toMatchObject({
      status: 400,
      error: 'The body has more than 40000 values',
    })
    const large = { status: 400, code: 'invalid_input', error: 'A frame can have at most 256 KiB' }
    expect(await say('x'.repeat(256 * 1024))).toMatchObject(large)
    expect(await say(deep)).toMatchObject({ status: 200 })
    expect(await status(id)).toBe('online')
  })

  test('has one open request: a newer one lets the older one answer', async () => {
    const { token } = await register()
    const agent = await open(token)
    let answered: { frames: object[] } | null = null
    agent.say().then((answer) => {
      answered = answer
    })
    const newer = () => sync(token, { session: agent.session, received: 1, waitS: 0 })
    await expect.poll(() => newer().then(() => answered)).toMatchObject({ frames: [] })
  })
})

describe('a session of requests', () => {
  test('gives way to a WebSocket, and is over then', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    const { answer } = await hang(id, agent)
    const client = await connectAgent(address, token)
    expect((await answer).closed).toMatchObject({ code: 4002 })
    const late = await sync(token, { session: agent.session, received: 1 })
    expect(late).toMatchObject({ status: 410, code: 'agents.session_over' })
    expect(await status(id)).toBe('online')
    client.kill()
  })

  test('reports its end also to an agent that was not waiting', async () => {
    const { token } = await register()
    const agent = await open(token)
    const client = await connectAgent(address, token)
    expect((await agent.say()).closed).toMatchObject({ code: 4002 })
    client.kill()
  })

  test('ends with the token', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    const { answer } = await hang(id, agent)
    await it.call(agents.renewToken, { params: { id } }, ada)
    expect((await answer).closed).toMatchObject({ code: 4004 })
    expect(await sync(token, { session: agent.session })).toMatchObject({ status: 401 })
  })

  test('is lost when no request comes', async () => {
    await restart({ pingMs: 10, pongMs: 10 })
    const { id, token } = await register()
    await open(token)
    await expect.poll(() => status(id)).toBe('reconnecting')
  })

  test('is lost when the agent hangs up and does not come back', async () => {
    await restart({ pingMs: 10, pongMs: 10 })
    const { id, token } = await register()
    const agent = await open(token)
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

  test('belongs to one agent', async () => {
    const { token } = await register()
    const { session } = await open(token)
    const other = await register()
    expect(await sync(other.token, { session })).toMatchObject({ status: 410 })
  })

  test('is refused to browsers and people, and begins as rarely as a connection', async () => {
    await restart({ connectsPerMinute: 1 })
    const { token } = await register()
    expect(await sync(token, { frames: [hello] }, { origin: address })).toMatchObject({ status: 403 })
    expect(await sync(ada, { frames: [hello] })).toMatchObject({ status: 401 })
    await open(token)
    const refused = await sync(token, { frames: [hello] })
    expect(refused).toMatchObject({ status: 429 })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is shed in a storm', async () => {
    await restart({ upgradesPerSecond: 0 })
    const { token } = await register()
    expect(await sync(token, { frames: [hello] })).toMatchObject({ status: 503 })
  })

  test('gets the drain when the server stops', async () => {
    const { id, token } = await register()
    const agent = await open(token)
    const { answer } = await hang(id, agent)
    const [{ frames }] = await Promise.all([answer, it.app.close()])
    expect(frames).toMatchObject([{ t: 'drain' }])
  })
})
