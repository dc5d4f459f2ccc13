import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { failure } from '@atalaya/contract/envelope'
import { createTestApp } from '#test/support/test-app.ts'

const UNLIMITED = { connectsPerMinute: 1_000_000, upgradesPerSecond: 1_000_000 }

type RequestOptions = { method: 'POST' | 'PATCH'; url: string; type?: string; bearer?: string }
export type HttpWorld = Awaited<ReturnType<typeof openHttpWorld>>

/** The whole application in this process, so that its time can be measured. One account has an agent and a widget. */
export async function openHttpWorld() {
  const testApp = await createTestApp({ times: UNLIMITED })
  const token = (await testApp.signUp()).tokens.accessToken
  const { agent, token: agentToken } = (await testApp.call(agents.register, { body: {} }, token)).body.data
  const { page } = (await testApp.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const weather = { params: { id: page._id }, body: { meta: { id: 'weather' } } }
  const { module } = (await testApp.call(dashboard.install, weather, token)).body.data
  await testApp.listen()
  const { port } = testApp.app.server.address() as AddressInfo

  return {
    agent: { id: agent._id as string, token: agentToken as string },
    widget: { page: page._id as string, id: module._id as string },
    port,
    address: new URL(`http://127.0.0.1:${port}`),
    close: testApp.close,

    /** Sends a body as it is. Returns the fault of the answer, or null. */
    async send(
      { method, url, type = 'application/json', bearer = token }: RequestOptions,
      payload: Buffer,
    ): Promise<string | null> {
      const remoteAddress = `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`
      const headers = { 'content-type': type, ...(bearer && { authorization: `Bearer ${bearer}` }) }
      const reply = await testApp.app.inject({ method, url, headers, payload, remoteAddress })
      const isGood = reply.statusCode < 300
      const isEnvelope = isGood ? reply.json().success === true : failure.safeParse(reply.json()).success
      if (isEnvelope && reply.statusCode < 500) return null
      return `${method} ${url}: ${reply.statusCode} ${reply.body.slice(0, 300)}`
    },
  }
}
