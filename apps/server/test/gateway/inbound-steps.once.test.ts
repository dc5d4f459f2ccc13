import { type AgentFrame, closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import type { Reports } from '#server/commands/reports.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createInbound } from '#server/gateway/inbound.ts'
import type { Presence } from '#server/gateway/presence.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { OnReceipt } from '#server/telemetry/items.ts'

/** A welcomed agent. It records what happens to its connection, and what is queued for the database. */
function welcomed(room: () => Promise<void> | null = () => null) {
  const happened: string[] = []
  const queued: { run: string; onReceipt: OnReceipt }[] = []
  const session = {
    agentId: 'box',
    runId: 'run-1',
    epoch: 3,
    restartedRun: null,
    farewell: null,
    connection: {
      send: ({ t, d }: ServerFrame) => void happened.push(t === 'data.ack' ? `${d.run} up to ${d.seq}` : t),
      close: (code: number) => void happened.push(`closed with ${code}, farewell ${session.farewell}`),
      pause: () => void happened.push('paused'),
      resume: () => void happened.push('resumed'),
    },
  } as unknown as AgentSession
  const inbound = createInbound({
    presence: {
      noteSeen: () => void happened.push('seen'),
      noteStatus: (...given: unknown[]) => void happened.push(given.join()),
    } as unknown as Presence,
    ingest: {
      queue: (_sender: unknown, run: string, _items: unknown, onReceipt: OnReceipt) => {
        queued.push({ run, onReceipt })
        return room()
      },
    } as unknown as Ingest,
    reports: { record: () => void happened.push('reported') } as unknown as Reports,
    faults: createFaults((error, where) => happened.push(`${where}: ${(error as Error).message}`)),
  })
  const receive = (frame: object) => inbound.receive(session, { v: 1, ...frame } as AgentFrame)
  const data = (seq: number, run?: string) => receive({ t: 'data', d: { seq, run, at: '', dataType: 'note', data: 1 } })
  return { receive, data, queued, happened, take: () => happened.splice(0).filter((step) => step !== 'seen') }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a run whose numbers begin again is refused from then on, and other runs are stored', () => {
  const { data, queued, take } = welcomed()
  data(1)
  queued[0]?.onReceipt({ acks: [{ run: 'run-0', seq: 7 }], restarted: ['run-1'] })
  expect(take()).toEqual(['run-0 up to 7', 'error'])
  data(2)
  data(3, 'run-1')
  expect([queued.length, take()]).toEqual([1, ['error', 'error']])
  data(4, 'run-2')
  expect([queued.length, take()]).toEqual([2, []])
})

test('an agent whose data could not be stored is disconnected, so that it sends them again', () => {
  const { data, queued, take } = welcomed()
  data(1)
  queued[0]?.onReceipt(null)
  expect(take()).toEqual([`closed with ${closeCode.goingAway}, farewell null`])
})

test('an agent is read again once there is room for its data', async () => {
  const room = Promise.withResolvers<void>()
  const { data, take } = welcomed(() => room.promise)
  data(1)
  expect(take()).toEqual(['paused'])
  room.resolve()
  await turn()
  expect(take()).toEqual(['resumed'])
})

test('each frame counts as a contact, and reaches its part of the server', () => {
  const { receive, data, happened } = welcomed()
  data(1)
  receive({ t: 'state', d: { status: 'degraded', message: 'hot' } })
  receive({ t: 'state', d: { status: 'online' } })
  for (const t of ['cmd.ack', 'cmd.started', 'cmd.result']) receive({ t, d: { execId: 'c' } })
  receive({ t: 'hello', d: {} })
  receive({ t: 'bye', d: { reason: 'restart' } })
  const bye = `closed with ${closeCode.goingAway}, farewell restart`
  const steps = ['', 'box,3,degraded,hot', 'box,3,online,', 'reported', 'reported', 'reported', 'error', bye]
  expect(happened).toEqual(steps.flatMap((step) => ['seen', ...(step ? [step] : [])]))
})
