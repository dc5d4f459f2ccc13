import { call, connect, frame, registerAgents, signUp } from './swarm.ts'

/** Senders that take turns: one person may send 600 commands a minute. */
const SENDERS = 6

/** A person with an agent that is connected, and one that is not. */
export type Sender = Awaited<ReturnType<typeof createSender>>

/** Creates people at the server `api` whose agents are connected to `agents`; the same server, or two. */
export async function createSenders(api: string, agents: string) {
  const senders: Sender[] = []
  for (let n = 0; n < SENDERS; n++) senders.push(await createSender(api, agents, `sender${n}`))
  let turns = 0
  return {
    next: (): Sender => senders[turns++ % SENDERS] as Sender,
    close: () => senders.forEach(({ close }) => void close()),
  }
}

async function createSender(api: string, agents: string, username: string) {
  const token = await signUp(api, username)
  const [agent, away] = await registerAgents(api, token, 2)
  if (!agent || !away) throw new Error('No agents')
  const welcome = Promise.withResolvers<void>()
  let delivered = Promise.withResolvers<string>()
  let receipt = Promise.withResolvers<void>()
  const socket = connect(
    agents,
    agent,
    (received) => {
      if (received.t === 'welcome') welcome.resolve()
      else if (received.t === 'cmd') delivered.resolve(received.d.execId)
      else if (received.t === 'cmd.result.ack') receipt.resolve()
    },
    () => {},
  )
  await welcome.promise
  const post = (agentId: string, query = '') =>
    call(`${api}/api/v1/agents/command${query}`, 'POST', { command: 'ping', agentId }, token)

  return {
    token,
    /** Sends a command. `delivered` resolves with its id when the agent has it. */
    send(query?: string) {
      delivered = Promise.withResolvers()
      return { response: post(agent.id, query), delivered: delivered.promise }
    },
    /** The agent reports success. Resolves with the server's receipt. */
    async finish(execId: string): Promise<void> {
      receipt = Promise.withResolvers()
      socket.send(frame('cmd.ack', { execId }))
      socket.send(frame('cmd.result', { execId, status: 'succeeded' }))
      await receipt.promise
    },
    sendToAway: () => post(away.id),
    close: () => socket.close(),
  }
}
