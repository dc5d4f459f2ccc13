import type { ServerFrame } from '@atalaya/contract/agent-protocol'

/** Connection to one agent: a WebSocket, or successive requests. */
export type Connection = {
  send(frame: ServerFrame): void
  /** Ends the connection and calls `onClose` at once; the peer gets the code if it still reads. */
  close(code: number, reason: string): void
  /** Stops reading, until each pause has got its resume; unread bytes wait at the sender. */
  pause(): void
  resume(): void
}

export type Handlers = {
  /** Called with the parsed JSON of a frame, or with an error that says why it can't be read. */
  onFrame(value: unknown): void
  onClose(): void
}
/** Makes the connection of an accepted agent. */
export type Connect = (handlers: Handlers) => Connection

/** Reason why an agent left, if it gave one. */
export type LeaveReason = 'shutdown' | 'restart' | 'update' | 'uninstall' | null

/** The agent behind a connection. */
export type Peer = { agentId: string; ref: number; ownerId: string; tokenHash: string; ip: string }

/** A connection after its hello. */
export type AgentSession = Peer & {
  /** Rises with every connection of the agent: only the newest one counts. */
  epoch: number
  /** Changes whenever the agent starts: the time from its start to its end is a run. */
  runId: string
  bootId: string | null
  version: string
  connection: Connection
  leaveReason: LeaveReason
  /** Run of the agent whose sequence numbers began again; its further items are refused. */
  restartedRun: string | null
  /** True once the agent's earlier commands are settled, so that it can get new ones. */
  isReady: boolean
  /** Resolves when all reports about commands that have arrived so far are handled, in order. */
  work: Promise<void>
  /** Number and bytes of the reports that are not handled yet. */
  waiting: number
  waitingBytes: number
}
