import { type AgentFrame, closeCode, type Item } from '@atalaya/contract/agent-protocol'
import type { Reports } from '#server/commands/reports.ts'
import type { AgentSession } from '#server/connections/agent-session.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Ingest } from '#server/telemetry/ingest.ts'
import type { Presence } from './presence.ts'

type Needs = { presence: Presence; ingest: Ingest; reports: Reports; faults: Faults }

/** What is done with the frames of an agent that has been welcomed. */
export function createDispatch({ presence, ingest, reports, faults }: Needs) {
  function take(session: AgentSession, items: Item[]): void {
    const { connection } = session
    const room = ingest.push(session, session.runId, items, (acks) => {
      if (acks === null) connection.close(closeCode.goingAway, 'The data could not be stored; send it again')
      else for (const d of acks) connection.send({ v: 1, t: 'data.ack', d })
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
