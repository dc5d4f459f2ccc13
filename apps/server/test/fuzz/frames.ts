import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { AGENT_WS_PATH, agentFrame, closeCode, SUBPROTOCOL, serverFrame } from '@atalaya/contract/agent-protocol'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { knownValues } from './calls.ts'
import { hostileText, hostileValue, withFaults } from './hostile.ts'
import { type Schema, validFor } from './valid.ts'

/** Step of an agent on its connection; `raw` writes bytes without WebSocket framing. */
export type Step = { kind: 'text' | 'binary' | 'raw' | 'ping'; data: string }

const CLOSING_MS = 10_000
const HUGE = 300 * 1024
/** Close codes: ours, and those of WebSocket itself, such as protocol error, cut off, not UTF-8, too large. */
const CODES = new Set<unknown>([...Object.values(closeCode), 1000, 1002, 1005, 1006, 1007, 1009])

const schema = z.toJSONSchema(agentFrame, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Schema
const valid = validFor(schema, (name) => (name === 'id' ? null : knownValues(name)))
const toJson = (value: unknown) => JSON.stringify(value) ?? 'null'
const hello = toJson({ v: 1, t: 'hello', d: { version: '1.0.0', runId: 'run' } })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: valid.map((value) => ({ kind: 'text', data: toJson(value) }) as const) },
  { weight: 8, arbitrary: withFaults(valid).map((value) => ({ kind: 'text', data: toJson(value) }) as const) },
  { weight: 2, arbitrary: hostileValue.map((value) => ({ kind: 'text', data: toJson(value) }) as const) },
  { weight: 2, arbitrary: hostileText.map((data) => ({ kind: 'text', data }) as const) },
  { weight: 1, arbitrary: valid.map((value) => ({ kind: 'binary', data: toJson(value) }) as const) },
  { weight: 1, arbitrary: hostileText.map((data) => ({ kind: 'binary', data }) as const) },
  { weight: 1, arbitrary: fc.constantFrom('', 'ping').map((data) => ({ kind: 'ping', data }) as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'text', data: '['.repeat(HUGE) } as const) },
  {
    weight: 1,
    // Half a frame, a length that lies, a reserved opcode, text without a mask, and any bytes.
    arbitrary: fc
      .oneof(
        fc.constantFrom('81fe', '81ff7fffffffffffffff', '83800000', '810568656c6c6f', '0180000000', '88820000000003e7'),
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      )
      .map((data) => ({ kind: 'raw', data }) as const),
  },
)

/** Conversations, half of them after a hello, since most frames are valid only then. */
export const conversation: fc.Arbitrary<Step[]> = fc
  .tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 12 }))
  .map(([isGreeted, steps]) => (isGreeted ? [{ kind: 'text', data: hello }, ...steps] : steps))

function sendStep(socket: WebSocket, { kind, data }: Step): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (kind === 'text') socket.send(data)
  else if (kind === 'binary') socket.send(Buffer.from(data))
  else if (kind === 'ping') socket.ping(data)
  else (socket as unknown as { _socket: Socket })._socket.write(Buffer.from(data, 'hex'))
}

/** Holds the conversation. Returns the server's fault, or null. */
export async function converse(address: URL, token: string, steps: Step[]): Promise<string | null> {
  const url = `${address.origin.replace(/^http/, 'ws')}${AGENT_WS_PATH}`
  const socket = new WebSocket(url, [SUBPROTOCOL], { headers: { authorization: `Bearer ${token}` } })
  const received: string[] = []
  socket.on('message', (data) => received.push(data.toString()))
  const opened = once(socket, 'open')
  const closed = once(socket, 'close').then(([code]) => code as number)
  closed.catch(() => {})
  await opened
  // A connection that the server cuts is an error here, too. Its code gives the reason.
  socket.on('error', () => {})
  for (const step of steps) sendStep(socket, step)
  // Bytes past the framing may have begun an endless frame: a close frame would be part of it.
  if (steps.some(({ kind }) => kind === 'raw')) socket.terminate()
  socket.close()
  const code = await Promise.race([closed, delay(CLOSING_MS, null, { ref: false })])
  socket.terminate()
  if (code === null) return `the connection is still open after ${CLOSING_MS} ms`
  if (!CODES.has(code)) return `closed with ${code}`
  const wrong = received.find((frame) => !serverFrame.safeParse(JSON.parse(frame)).success)
  return wrong === undefined ? null : `sent ${wrong}`
}
