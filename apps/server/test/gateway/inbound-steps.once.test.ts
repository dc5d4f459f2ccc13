import { type AgentFrame, closeCode, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import type { Reports } from '#server/commands/reports.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import { createFaults } from '#server/containment/faults.ts'
import { createInbound } from '#server/gateway/inbound.ts'
import type { Presence } from '#server/gateway/presence.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { OnReceipt } from '#server/telemetry/items.ts'

/** A welcomed agent. `happened` records its connection, `queued` its data. `room`: a promise while ingest is full. */
function createWelcomedAgent(room: () => Promise<void> | null = () => null) {
  const happened: string[] = []
  const queued: { run: string; onReceipt: OnReceipt }[] = []
  const session = {
    agentId: 'box',
    runId: 'run-1',
    epoch: 3,
    restartedRun: null,
    leaveReason: null,
    connection: {
      send: ({ t, d }: ServerFrame) => void happened.push(t === 'data.ack' ? `${d.run} up to ${d.seq}` : t),
      close: (code: number) => void happened.push(`closed with ${code}, farewell ${session.leaveReason}`),
      pause: () => void happened.push('paused'),
      resume: () => void happened.push('resumed'),
    },
  } as unknown as AgentSession
  const inbound = createInbound({
    presence: {
      recordSeen: () => void happened.push('seen'),
      recordStatus: (...args: unknown[]) => void happened.push(args.join()),
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
  const sendData = (seq: number, run?: string) =>
    receive({ t: 'data', d: { seq, run, at: '', dataType: 'note', data: 1 } })
  return { receive, sendData, queued, happened, takeSteps: () => happened.splice(0).filter((step) => step !== 'seen') }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a run whose numbers begin again is refused from then on, and other runs are stored', () => {
  const { sendData, queued, takeSteps } = createWelcomedAgent()
  sendData(1)
  queued[0]?.onReceipt({ acks: [{ run: 'run-0', seq: 7 }], restarted: ['run-1'] })
  expect(takeSteps()).toEqual(['run-0 up to 7', 'error'])
  sendData(2)
  sendData(3, 'run-1')
  expect([queued.length, takeSteps()]).toEqual([1, ['error', 'error']])
  sendData(4, 'run-2')
  expect([queued.length, takeSteps()]).toEqual([2, []])
})

test('an agent whose data could not be stored is disconnected, so that it sends them again', () => {
  const { sendData, queued, takeSteps } = createWelcomedAgent()
  sendData(1)
  queued[0]?.onReceipt(null)
  expect(takeSteps()).toEqual([`closed with ${closeCode.goingAway}, farewell null`])
})

test('the connection of an agent is read again once there is room for its data', async () => {
  const room = Promise.withResolvers<void>()
  const { sendData, takeSteps } = createWelcomedAgent(() => room.promise)
  sendData(1)
  expect(takeSteps()).toEqual(['paused'])
  room.resolve()
  await nextTurn()
  expect(takeSteps()).toEqual(['resumed'])
})

test('each frame counts as a contact, and reaches its part of the server', () => {
  const { receive, sendData, happened } = createWelcomedAgent()
  sendData(1)
  receive({ t: 'state', d: { status: 'degraded', message: 'hot' } })
  receive({ t: 'state', d: { status: 'online' } })
  for (const t of ['cmd.ack', 'cmd.started', 'cmd.result']) receive({ t, d: { execId: 'c' } })
  receive({ t: 'hello', d: {} })
  receive({ t: 'bye', d: { reason: 'restart' } })
  const bye = `closed with ${closeCode.goingAway}, farewell restart`
  const steps = ['', 'box,3,degraded,hot', 'box,3,online,', 'reported', 'reported', 'reported', 'error', bye]
  expect(happened).toEqual(steps.flatMap((step) => ['seen', ...(step ? [step] : [])]))
})
