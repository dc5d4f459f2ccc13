import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import type { Data } from '@atalaya/contract/route'
import { startHaproxy } from '@atalaya/testbed/haproxy'
import { startNats } from '@atalaya/testbed/nats-server'
import { expect, onTestFinished, test } from 'vitest'
import { createInstanceBeside, createTestApp } from '#test/support/test-app.ts'

const hello = { v: 1, t: 'hello', d: { version: '0.1.0', runId: 'run-1' } }

test('an agent that makes two requests at once keeps its session behind a proxy with two instances', async () => {
  const nats = await startNats()
  onTestFinished(nats.stop)
  const config = { NATS_URL: nats.url }
  const here = await createTestApp({ config })
  onTestFinished(here.close)
  const there = await createInstanceBeside(here, { config })
  onTestFinished(there.close)
  const haproxy = await startHaproxy(here.folder, [await here.listen(), await there.listen()])
  onTestFinished(haproxy.stop)
  await haproxy.waitUntilAllUp()
  const { tokens } = await here.signUp('ada')
  const { token } = (await here.call(agents.register, {}, tokens.accessToken)).body.data

  async function exchange(body: object) {
    const reply = await fetch(haproxy.address + agentSync.exchange.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { data } = (await reply.json()) as { data: Data<typeof agentSync.exchange> }
    return { status: reply.status, data }
  }
  const { session } = (await exchange({ frames: [hello] })).data
  for (let seq = 1; seq <= 4; seq++) {
    const item = { seq, at: new Date().toISOString(), data: { seq } }
    // The first one waits for frames, the second one brings some: a proxy that balances sends it elsewhere.
    const both = [exchange({ session, received: 1 }), exchange({ session, frames: [{ v: 1, t: 'data', d: item }] })]
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  }
  const lastFrame = async () => (await exchange({ session })).data.frames.at(-1)
  await expect.poll(lastFrame).toMatchObject({ t: 'data.ack', d: { seq: 4 } })
})
