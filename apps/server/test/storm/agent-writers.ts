import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { type AgentClient, connectAgent } from '@atalaya/testbed/agent-client'
import { bearer, type Client, isAcknowledged } from './client.ts'
import type { Writer } from './writer.ts'

const PAGE_SIZE = 100
const FRAME_ITEMS = 3

type SentCommand = { n: number; commandId: string }

/** Sends commands to an agent that is away, and cancels them. Unanswered ones are repeated with the same key. */
export async function createCommandWriter(client: Client, token: () => string, number: number): Promise<Writer> {
  const headers = () => bearer(token())
  const { agent } = await client.callOrThrow(agents.register, { body: {} }, headers())
  const { agentId } = agent
  let n = 0
  const open: SentCommand[] = []
  let cancelled: SentCommand[] = []
  let firstUnchecked = 0

  async function send(): Promise<boolean> {
    const key = { 'idempotency-key': `writer ${number} command ${n}` }
    const body = { command: 'ping', agentId, args: { n }, lifeS: 3600 }
    const reply = await client.call(commands.send, { body, query: {} }, { ...headers(), ...key })
    if (!isAcknowledged(commands.send, reply)) return false
    const [command] = reply.data.commands
    if (!command) throw new Error('The answer to a send has no command')
    open.push({ n: n++, commandId: command.commandId })
    return true
  }
  async function cancel(): Promise<boolean> {
    const [first] = open
    if (!first) return send()
    const params = { id: first.commandId }
    const reply = await client.call(commands.cancel, { params }, headers())
    // Cancelled already: the answer to the last try was lost.
    if (reply?.status !== 409 && !isAcknowledged(commands.cancel, reply)) return false
    cancelled.push(first)
    open.shift()
    return true
  }

  /** Commands from number `from` on. Lists are newest first: reads pages until one reaches `from`. */
  async function listCommands(from: number) {
    const found: { n: number; id: string; status: string }[] = []
    for (let page = 1; page === 1 || (found.at(-1)?.n ?? -1) > from; page++) {
      const query = { page, pageSize: PAGE_SIZE }
      const { commands: list } = await client.callOrThrow(
        commands.listOfAgent,
        { params: { id: agentId }, query },
        headers(),
      )
      found.push(...list.map(({ commandId, args, status }) => ({ n: Number(args.n), id: commandId, status })))
      if (list.length < PAGE_SIZE) break
    }
    return found.filter((command) => command.n >= from)
  }

  return {
    kind: 'commands',
    write: () => (open.length > 4 ? cancel() : send()),
    async check() {
      // Repeats an unanswered command until it is acknowledged: it may be stored already.
      while (!(await send())) {}
      const found = await listCommands(firstUnchecked)
      const numbers = found.map((command) => command.n).sort((a, b) => a - b)
      const expected = Array.from({ length: n - firstUnchecked }, (_, index) => firstUnchecked + index)
      const statusOf = (id: string) => found.find((command) => command.id === id)?.status
      const revived = cancelled.filter(({ commandId }) => !['cancelled', undefined].includes(statusOf(commandId)))
      const complaints = revived.map((command) => `command ${command.n} was cancelled and is open again`)
      if (numbers.join() !== expected.join()) complaints.push(`commands ${expected[0]} to ${n - 1} are now ${numbers}`)
      while (open.length > 0) await cancel()
      cancelled = []
      firstUnchecked = n
      return complaints
    },
  }
}

/** Reports numbers over a WebSocket, and repeats each until it is acknowledged. */
export async function createTelemetryWriter(client: Client, token: () => string, number: number): Promise<Writer> {
  const headers = () => bearer(token())
  const registered = await client.callOrThrow(agents.register, { body: {} }, headers())
  const params = { id: registered.agent.agentId }
  // Times of items begin now: the server removes those older than a week.
  const startedAt = Date.now()
  let connection: AgentClient | null = null
  let acknowledged = 0
  /** Number of the last item that `check` has compared. */
  let checked = 0
  /** Time at which the connection was lost; null while there is one. */
  let lostAt: number | null = null
  let longestAwayMs = 0

  async function report(): Promise<boolean> {
    connection ??= await connectAgent(client.address(), registered.token, { runId: `run ${number}` })
    if (lostAt !== null) longestAwayMs = Math.max(longestAwayMs, performance.now() - lostAt)
    lostAt = null
    const d = Array.from({ length: FRAME_ITEMS }, (_, index) => {
      const n = acknowledged + index + 1
      return { seq: n, at: new Date(startedAt + n).toISOString(), metrics: { n } }
    })
    connection.send({ t: 'data', d })
    const last = acknowledged + FRAME_ITEMS
    while (acknowledged < last) acknowledged = Math.max(acknowledged, (await connection.next('data.ack')).d.seq)
    return true
  }
  const write = () =>
    report().catch(() => {
      lostAt ??= performance.now()
      connection?.kill()
      connection = null
      return false
    })

  async function readNumbers(): Promise<number[]> {
    const found: number[] = []
    // Reads all pages. They are in the order of the items' times, which a shifted clock changes.
    for (let page = 1; ; page++) {
      const { records } = await client.callOrThrow(
        agents.records,
        { params, query: { page, pageSize: PAGE_SIZE } },
        headers(),
      )
      found.push(...records.map(({ data }) => (data.data as { n: number }).n))
      if (records.length < PAGE_SIZE) break
    }
    return found.filter((n) => n > checked)
  }

  return {
    kind: 'telemetry',
    write,
    async check() {
      const found = await readNumbers()
      const missing = Array.from({ length: acknowledged - checked }, (_, n) => checked + n + 1).filter(
        (n) => !found.includes(n),
      )
      const complaints = []
      if (missing.length > 0) complaints.push(`acknowledged and not stored: ${missing}`)
      if (new Set(found).size < found.length) complaints.push('stored twice')
      checked = acknowledged
      return complaints
    },
    longestAwayMs: () => longestAwayMs,
    close: () => connection?.kill(),
  }
}
