import { type AgentFrame, closeCode, type Hello, type ServerFrame } from '@atalaya/contract/agent-protocol'
import type { AgentSession, Connect, Connection, Peer } from '#server/connections/agent-session.ts'
import { OWNER_INACTIVE, QUARANTINED, type Registry } from '#server/connections/registry.ts'
import type { Arrivals, RefusalReason } from './arrival.ts'
import { readFrame } from './frames.ts'
import type { Inbound } from './inbound.ts'
import type { Presence } from './presence.ts'
import type { GatewaySettings } from './settings.ts'

/** Frames that may wait while the hello is being stored. */
const INBOX_MAX = 64
/** Maximum of unusable frames in a row; then the connection is ended. */
const ERRORS_MAX = 20

const refusals: Record<RefusalReason, [code: number, reason: string]> = {
  removed: [closeCode.revoked, 'The agent was removed'],
  quarantined: [closeCode.pending, QUARANTINED],
  ownerInactive: [closeCode.pending, OWNER_INACTIVE],
}

type Needs = {
  arrive: Arrivals
  inbound: Inbound
  registry: Registry
  presence: Presence
  settings: GatewaySettings
  onError(error: unknown): void
}
/** Session of one connection: the hello first, then the agent's frames, in order. */
export function createSession(peer: Peer, connect: Connect, needs: Needs): void {
  const { arrive, inbound, registry, presence, settings } = needs
  const connection = connect({ onFrame, onClose })
  registry.expect(peer, connection)
  const helloTimer = setTimeout(() => connection.close(closeCode.badFrame, 'No hello in time'), settings.helloMs)
  let session: AgentSession | null = null
  let inbox: AgentFrame[] | null = null
  let isOpen = true
  let errors = 0

  function onFrame(value: unknown): void {
    const read = readFrame(value)
    if ('frame' in read) acceptFrame(read.frame)
    else if ('error' in read) sendError(read.error)
  }

  function acceptFrame(frame: AgentFrame): void {
    errors = 0
    if (session) inbound.receive(session, frame)
    else if (!inbox) receiveHello(frame)
    else if (inbox.push(frame) > INBOX_MAX) connection.close(closeCode.tooSlow, 'Wait for the welcome')
  }

  function sendError(message: string): void {
    connection.send({ v: 1, t: 'error', d: { message } })
    if (++errors >= ERRORS_MAX) connection.close(closeCode.badFrame, 'Too many frames that can not be used')
  }

  function receiveHello(frame: AgentFrame): void {
    clearTimeout(helloTimer)
    if (frame.t !== 'hello') {
      connection.close(closeCode.badFrame, 'The first frame is hello')
      return
    }
    inbox = []
    welcome(frame.d).catch((error) => {
      needs.onError(error)
      connection.close(closeCode.goingAway, 'The hello could not be stored')
    })
  }

  async function welcome(hello: Hello): Promise<void> {
    // Frames that come meanwhile wait on the socket, and not as parsed objects.
    connection.pause()
    const arrived = await arrive(peer, hello).finally(connection.resume)
    if ('refused' in arrived) {
      const [code, reason] = refusals[arrived.refused]
      connection.close(code, reason)
      return
    }
    const created = newSession(peer, connection, hello, arrived.epoch)
    if (!isOpen) recordMissedEnd(created)
    else if (!registry.add(created)) connection.close(closeCode.superseded, 'A newer connection took over')
    else startSession(created, hello, arrived.welcome)
  }

  function startSession(started: AgentSession, hello: Hello, welcomeFrame: ServerFrame): void {
    session = started
    presence.recordConnected(peer.agentId)
    connection.send(welcomeFrame)
    inbound.onWelcome(started, hello)
    for (const frame of inbox ?? []) inbound.receive(started, frame)
    inbox = null
  }

  /** Handles an agent that disconnected while its hello was stored, so that its row is not left online. */
  function recordMissedEnd({ agentId, epoch }: AgentSession): void {
    if (!registry.get(agentId)) presence.recordDisconnected(agentId, epoch, null)
  }

  function onClose(): void {
    isOpen = false
    clearTimeout(helloTimer)
    registry.forget(peer, connection)
    if (session && registry.remove(session))
      presence.recordDisconnected(session.agentId, session.epoch, session.leaveReason)
  }
}

function newSession(peer: Peer, connection: Connection, hello: Hello, epoch: number): AgentSession {
  const { runId, bootId = null, version } = hello
  const reporting = { isReady: false, work: Promise.resolve(), waiting: 0, waitingBytes: 0 }
  return { ...peer, epoch, runId, bootId, version, connection, leaveReason: null, restartedRun: null, ...reporting }
}
