import { type AgentFrame, closeCode, type Item } from '@atalaya/contract/agent-protocol'
import type { Reports } from '#server/commands/reports.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Receipt } from '#server/telemetry/items.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { Presence } from './presence.ts'

type Needs = { presence: Presence; ingest: Ingest; reports: Reports; faults: Faults }

function answer(session: AgentSession, { acks, restarted }: Receipt): void {
  for (const d of acks) session.connection.send({ v: 1, t: 'data.ack', d })
  for (const run of restarted) refuseRestarted(session, run)
}

/** A receipt for any later item would cover what is not stored: there is none for this run any more. */
function refuseRestarted(session: AgentSession, run: string): void {
  session.restartedRun = run
  const message = `d.seq: the run ${run} counts from the start again, and is not stored. A new start needs a new runId`
  session.connection.send({ v: 1, t: 'error', d: { message } })
}

/** What is done with the frames of an agent that has been welcomed. */
export function createDispatch({ presence, ingest, reports, faults }: Needs) {
  function take(session: AgentSession, items: Item[]): void {
    const { connection, restartedRun } = session
    if (restartedRun !== null && items.some(({ run = session.runId }) => run === restartedRun)) {
      refuseRestarted(session, restartedRun)
      return
    }
    const room = ingest.push(session, session.runId, items, (receipt) => {
      if (receipt === null) connection.close(closeCode.goingAway, 'The data could not be stored; send it again')
      else answer(session, receipt)
    })
    if (!room) return
    connection.pause()
    faults.inBackground('agent_socket', room.then(connection.resume))
  }

  return (session: AgentSession, frame: AgentFrame): void => {
    presence.heard(session.agentId)
    switch (frame.t) {
      case 'data':
        take(session, Array.isArray(frame.d) ? frame.d : [frame.d])
        break
      case 'state':
        presence.reported(session.agentId, session.epoch, frame.d.status, frame.d.message ?? null)
        break
      case 'cmd.ack':
      case 'cmd.started':
      case 'cmd.result':
        reports.report(session, frame)
        break
      case 'bye':
        session.farewell = frame.d.reason
        session.connection.close(closeCode.goingAway, 'Goodbye')
        break
      case 'hello':
        session.connection.send({ v: 1, t: 'error', d: { message: 'hello was said already' } })
    }
  }
}
export type Dispatch = ReturnType<typeof createDispatch>
