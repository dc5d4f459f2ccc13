import { type AgentFrame, closeCode, type Hello, type Item } from '@atalaya/contract/agent-protocol'
import type { Reports } from '#server/commands/reports.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { Receipt } from '#server/telemetry/items.ts'
import type { Presence } from './presence.ts'

type Needs = { presence: Presence; ingest: Ingest; reports: Reports; faults: Faults }

function sendReceipt(session: AgentSession, { acks, restarted }: Receipt): void {
  for (const d of acks) session.connection.send({ v: 1, t: 'data.ack', d })
  for (const run of restarted) refuseRestarted(session, run)
}

/** Refuses a run whose numbers began again. It gets no receipts, since one would cover items that are not stored. */
function refuseRestarted(session: AgentSession, run: string): void {
  session.restartedRun = run
  const message = `d.seq: the run ${run} counts from the start again, and is not stored. A new start needs a new runId`
  session.connection.send({ v: 1, t: 'error', d: { message } })
}

/** Dispatches frames of a welcomed agent: items to telemetry, reports to commands. */
export function createInbound({ presence, ingest, reports, faults }: Needs) {
  function queueItems(session: AgentSession, items: Item[]): void {
    const { connection, restartedRun } = session
    if (restartedRun !== null && items.some(({ run = session.runId }) => run === restartedRun)) {
      refuseRestarted(session, restartedRun)
      return
    }
    const untilRoom = ingest.queue(session, session.runId, items, (receipt) => {
      if (receipt === null) connection.close(closeCode.goingAway, 'The data could not be stored; send it again')
      else sendReceipt(session, receipt)
    })
    if (!untilRoom) return
    connection.pause()
    faults.inBackground('agent_socket', untilRoom.then(connection.resume))
  }

  /** Settles the agent's earlier commands, after the welcome. */
  const onWelcome = (session: AgentSession, hello: Hello): void => reports.reconcile(session, hello)

  function receive(session: AgentSession, frame: AgentFrame): void {
    presence.recordSeen(session.agentId)
    switch (frame.t) {
      case 'data':
        queueItems(session, Array.isArray(frame.d) ? frame.d : [frame.d])
        break
      case 'state':
        presence.recordStatus(session.agentId, session.epoch, frame.d.status, frame.d.message ?? null)
        break
      case 'cmd.ack':
      case 'cmd.started':
      case 'cmd.result':
        reports.record(session, frame)
        break
      case 'bye':
        session.leaveReason = frame.d.reason
        session.connection.close(closeCode.goingAway, 'Goodbye')
        break
      case 'hello':
        session.connection.send({ v: 1, t: 'error', d: { message: 'hello was sent already' } })
    }
  }

  return { onWelcome, receive }
}
export type Inbound = ReturnType<typeof createInbound>
