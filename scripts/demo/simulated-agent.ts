import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  AGENT_WS_PATH,
  type AgentFrame,
  type CommandOrder,
  ITEMS_MAX,
  type Item,
  type ServerFrame,
  SUBPROTOCOL,
} from '@atalaya/contract/agent-protocol'
import { WebSocket } from 'ws'
import { capabilitiesOf, carryOut } from './actions.ts'
import type { Machine } from './machines.ts'
import { measure } from './measure.ts'

const SECOND_MS = 1000

type Setup = { url: string; token: string; machine: Machine; now: () => number }

/** Agent of an invented machine. It speaks the protocol of docs/agents.md over a connection of its own. */
export async function startSimulatedAgent({ url, token, machine, now }: Setup) {
  let run = randomUUID()
  let seq = 0
  /** Id of a restart command, whose result is sent once this agent is back. */
  let restartId: string | null = null
  let isStopped = false
  let reporter: NodeJS.Timeout | undefined
  /** Resolvers of sent batches, by their last sequence number. */
  const receipts = new Map<number, () => void>()
  let socket = await connect()

  function sendFrame(frame: AgentFrame): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  async function connect(): Promise<WebSocket> {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': machine.ip }
    const newSocket = new WebSocket(url.replace(/^http/, 'ws') + AGENT_WS_PATH, [SUBPROTOCOL], { headers })
    newSocket.on('error', () => undefined)
    newSocket.on('message', (data) => onFrame(JSON.parse(data.toString()) as ServerFrame))
    await once(newSocket, 'open')
    const { name: hostname, os, arch } = machine
    const known = restartId === null ? [] : [restartId]
    const d = { version: 'simulated', runId: run, hostname, os, arch, capabilities: capabilitiesOf(machine) }
    newSocket.send(JSON.stringify({ v: 1, t: 'hello', d: { ...d, journal: { known } } }))
    return newSocket
  }

  function onFrame({ t, d }: ServerFrame): void {
    if (t === 'welcome') onWelcome(d.reportS)
    else if (t === 'data.ack' && d.run === run) resolveReceipts(d.seq)
    else if (t === 'cmd') void execute(d)
  }

  function onWelcome(reportS: number): void {
    sendFrame({ v: 1, t: 'state', d: { status: machine.state } })
    if (restartId !== null)
      sendFrame({ v: 1, t: 'cmd.result', d: { execId: restartId, status: 'succeeded', output: '', truncated: false } })
    restartId = null
    clearInterval(reporter)
    reporter = setInterval(
      () => sendFrame({ v: 1, t: 'data', d: { ...measure(machine, now()), seq: ++seq } }),
      reportS * SECOND_MS,
    )
  }

  function resolveReceipts(upTo: number): void {
    for (const [lastSeq, resolve] of receipts) {
      if (lastSeq > upTo) continue
      receipts.delete(lastSeq)
      resolve()
    }
  }

  async function execute({ execId, name, args }: CommandOrder): Promise<void> {
    sendFrame({ v: 1, t: 'cmd.ack', d: { execId } })
    sendFrame({ v: 1, t: 'cmd.started', d: { execId } })
    if (name === 'restart') return restart(execId)
    const startedAt = new Date(now()).toISOString()
    const outcome = await carryOut(machine, name, args)
    const endedAt = new Date(now()).toISOString()
    sendFrame({ v: 1, t: 'cmd.result', d: { execId, truncated: false, output: '', ...outcome, startedAt, endedAt } })
  }

  async function restart(execId: string): Promise<void> {
    restartId = execId
    const closed = once(socket, 'close')
    sendFrame({ v: 1, t: 'bye', d: { reason: 'restart' } })
    await closed
    run = randomUUID()
    seq = 0
    if (!isStopped) socket = await connect()
  }

  return {
    /** Sends earlier measurements; resolves when the server has stored them. */
    async send(items: Omit<Item, 'seq'>[]): Promise<void> {
      for (let start = 0; start < items.length; start += ITEMS_MAX) {
        const d = items.slice(start, start + ITEMS_MAX).map((item) => ({ ...item, seq: ++seq }))
        const stored = new Promise<void>((resolve) => receipts.set(seq, resolve))
        sendFrame({ v: 1, t: 'data', d })
        await stored
      }
    },
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(reporter)
      if (socket.readyState === WebSocket.CLOSED) return
      const closed = once(socket, 'close')
      sendFrame({ v: 1, t: 'bye', d: { reason: 'shutdown' } })
      await closed
    },
  }
}
export type SimulatedAgent = Awaited<ReturnType<typeof startSimulatedAgent>>
