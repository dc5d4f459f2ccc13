// Frames of agents, over a WebSocket or by requests.
import { FRAME_MAX_BYTES } from '@atalaya/contract/agent-protocol'
import { agentSync } from '@atalaya/contract/agent-sync'
import { afterAll, beforeAll } from 'vitest'
import { parseFrame, readFrame } from '#server/gateway/frames.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { converse } from './frames.ts'
import { type HttpWorld, openHttpWorld } from './http-world.ts'

const MB = 1024 * 1024

let world: HttpWorld
beforeAll(async () => {
  world = await openHttpWorld()
})
afterAll(() => world?.close())

const at = '2026-11-21T10:00:00.000Z'
const hello = { v: 1, t: 'hello', d: { version: '1.0.0', runId: 'run', capabilities: [{ name: 'ping', danger: 0 }] } }
const sample = { seq: 1, at, dataType: 'system', tags: { a: 'b' }, metrics: { 'cpu.load': 0.5, 'memory.used': 1 } }
const record = { seq: 2, at, dataType: 'note', data: { a: [1, { b: 'c' }] } }
const data = { v: 1, t: 'data', d: [sample, record] }
const result = { v: 1, t: 'cmd.result', d: { execId: 'one', status: 'succeeded', output: 'text' } }
const talk = { waitS: 0, frames: [hello, data, result] }

fuzzDoor('frames by sync', {
  seeds: [JSON.stringify(talk), JSON.stringify({ waitS: 0, frames: [hello] })],
  known: [
    [
      '{"waitS":0,"frames":[{"v":1,"t":"hello","d":{"version":"1","runId":"r"}},{"v":1,"t":"data","d":{"seq":1,"at":"2026-11-21T10:00:00Z","data":',
      '[',
      '',
    ],
    [
      '{"waitS":0,"frames":[',
      '{"v":1,"t":"data","d":[{"seq":1,"at":"2026-11-21T10:00:00Z","metrics":{"a":1}}]},',
      '{}]}',
    ],
  ],
  maxBytes: MB,
  moreInputs: jsonWithFaults(talk),
  read(input) {
    // Sets `waitS` to 0, so that no request waits for news.
    const soon = Buffer.from(input.toString('latin1').replace(/"waitS":\s*[\d.]+/g, '"waitS":0'), 'latin1')
    return world.send({ method: 'POST', url: agentSync.exchange.path, bearer: world.agent.token }, soon)
  },
})

const frames = [
  data,
  result,
  { v: 1, t: 'state', d: { status: 'degraded' } },
  { v: 1, t: 'bye', d: { reason: 'restart' } },
]

fuzzDoor('frames by WebSocket', {
  // The last seed is nested 2,600 deep, and has only 3 KB.
  seeds: [...frames.map((frame) => JSON.stringify(frame)), `{"v":1,"t":"data","d":{"seq":1,"data":${'['.repeat(2600)}`],
  known: [['{"v":1,"t":"data","d":{"seq":1,"at":"2026-11-21T10:00:00Z","data":', '[', '']],
  maxBytes: FRAME_MAX_BYTES,
  moreInputs: jsonWithFaults(...frames),
  read: (input) =>
    converse(world.address, world.agent.token, [
      { kind: 'text', data: JSON.stringify(hello) },
      { kind: 'text', data: input.toString() },
      { kind: 'ping', data: '' },
    ]),
  work: (input) => readFrame(parseFrame(input.toString())),
})
