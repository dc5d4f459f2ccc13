import { agents } from '@atalaya/contract/agents'
import { type AgentClient, connectAgent, openSocket } from '@atalaya/testbed/agent-client'
import { afterEach, beforeEach } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

const quick = { presenceEveryMs: 5, commitMs: 5, connectsPerMinute: 1000 }

/** A new server for each test, with an account and the connections of its agents. */
export function gatewayWorld() {
  let it: TestApp
  let address: string
  let ada: string
  const opened: AgentClient[] = []

  async function start(times: object = {}, now = Date.now): Promise<void> {
    it = await createTestApp({ now, times: { ...quick, ...times } })
    address = await it.listen()
    ada = (await it.signUp('ada')).tokens.accessToken
  }
  beforeEach(() => start())
  afterEach(async () => {
    for (const client of opened.splice(0)) client.kill()
    await it.close()
  })
  const readAgent = async (id: string) => (await it.call(agents.get, { params: { id } }, ada)).body.data.agent

  return {
    /** Every agent that was connected, the newest last. */
    opened,
    get it() {
      return it
    },
    get address() {
      return address
    },
    get ada() {
      return ada
    },
    async restart(times: object, now = Date.now): Promise<void> {
      await it.close()
      await start(times, now)
    },
    async register(token = ada) {
      const { body } = await it.call(agents.register, { body: { name: 'box', tags: ['lab'] } }, token)
      return { id: body.data.agent.agentId as string, token: body.data.token as string }
    },
    async connect(token: string, hello?: object): Promise<AgentClient> {
      const client = await connectAgent(address, token, hello)
      opened.push(client)
      return client
    },
    readAgent,
    status: async (id: string) => (await readAgent(id)).status,
    /** Opens a socket. Returns the error of a refusal, or the socket. */
    refusal: (headers: Record<string, string>, protocols?: string[]) =>
      openSocket(address, headers, protocols).catch(
        (error: { status: number; headers: Record<string, string> }) => error,
      ),
  }
}
