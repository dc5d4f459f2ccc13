import { randomUUID } from 'node:crypto'
import { AGENT_WS_PATH, type ServerFrame, SUBPROTOCOL } from '@atalaya/contract/agent-protocol'
import { WebSocket } from 'ws'

/** Agents that are registered at the same time. */
const CONCURRENCY = 16
const METRICS = 12

export const account = { username: 'bench', password: 'quiet lantern on the hill' }
export const profile = { email: 'bench@example.org', name: 'Ada', surname: 'Lovelace', birthday: '1990-12-10' }

export type RegisteredAgent = { id: string; token: string }
type ResponseData = { tokens: { accessToken: string }; agent: { agentId: string }; token: string }

/** Makes a call. Returns its data. @throws Error if it is refused. */
export async function call<T = ResponseData>(
  url: string,
  method: 'GET' | 'POST' | 'PATCH',
  body?: object,
  token?: string,
): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** Registers an account and signs it in. Returns its access token. */
export async function signUp(server: string, username = account.username): Promise<string> {
  const credentials = { ...account, username }
  await call(`${server}/auth/register`, 'POST', { ...profile, ...credentials, email: `${username}@example.org` })
  return (await call(`${server}/auth/login`, 'POST', credentials)).tokens.accessToken
}

/** Makes API tokens of an account with the scope `account:read`. */
export async function newTokens(server: string, accessToken: string, count: number): Promise<string[]> {
  const body = { name: 'bench', scopes: ['account:read'] }
  const responses = Array.from({ length: count }, () => call(`${server}/api/v1/tokens`, 'POST', body, accessToken))
  return (await Promise.all(responses)).map(({ token }) => token)
}

export async function registerAgents(server: string, accessToken: string, count: number): Promise<RegisteredAgent[]> {
  const agents: RegisteredAgent[] = []
  const worker = async () => {
    while (agents.length < count) {
      const slot = agents.push({ id: '', token: '' }) - 1
      const { agent, token } = await call(`${server}/api/v1/agents`, 'POST', {}, accessToken)
      agents[slot] = { id: agent.agentId, token }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return agents
}

/** Twelve numbers, as a machine reports them. */
export function sample(seq: number, at = Date.now()): object {
  const metrics = Object.fromEntries(Array.from({ length: METRICS }, (_, n) => [`metric.${n}`, (seq * 31 + n) % 997]))
  return { seq, at: new Date(at).toISOString(), dataType: 'system', metrics }
}
export const frame = (t: string, d: unknown): string => JSON.stringify({ v: 1, t, d })

/**
 * Connects an agent and sends its hello. Calls `onFrame` for each frame, and `onEnd` with the close code. `ca` signs
 * the certificate of an https server.
 */
export function connect(
  server: string,
  { token }: RegisteredAgent,
  onFrame: (frame: ServerFrame) => void,
  onEnd: (code: number) => void,
  ca?: string,
) {
  const url = server.replace(/^http/, 'ws') + AGENT_WS_PATH
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(url, [SUBPROTOCOL], { headers, ca, perMessageDeflate: false })
  const hello = frame('hello', { version: 'bench', runId: randomUUID(), journal: { known: [] } })
  socket.on('open', () => socket.send(hello))
  socket.on('message', (data) => onFrame(JSON.parse(data.toString()) as ServerFrame))
  socket.on('error', () => {})
  socket.on('close', (code) => onEnd(code))
  return socket
}

/** The value below which `share` of the values lie. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
