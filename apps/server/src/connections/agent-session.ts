import type { ServerFrame } from '@atalaya/contract/agent-protocol'

/** The line to one agent: a WebSocket, or requests that follow each other. */
export type Connection = {
  send(frame: ServerFrame): void
  /** Ends it; `onClose` is called at once, the peer hears the code if it still listens. */
  close(code: number, reason: string): void
  /** Stops and goes on reading; what is not read waits at the sender. */
  pause(): void
  resume(): void
}

export type Handlers = {
  /** What came, read from JSON; an error that says why where it could not be read. */
  onFrame(value: unknown): void
  onClose(): void
}
/** How whoever accepts an agent makes its connection. */
export type Connect = (handlers: Handlers) => Connection

/** Why an agent left, where it said so. */
export type Farewell = 'shutdown' | 'restart' | 'update' | 'uninstall' | null

/** The agent behind a connection. */
export type Peer = { agentId: string; ref: number; ownerId: string; tokenHash: string; ip: string }

/** A connection that has said hello. */
export type AgentSession = Peer & {
  epoch: number
  runId: string
  bootId: string | null
  version: string
  connection: Connection
  farewell: Farewell
  /** The last run that counted anew without being a new one. */
  restartedRun: string | null
  /** What became of the agent's earlier commands is settled: it can get new ones. */
  isReady: boolean
  /** What it reported about commands, one after the other, and how many reports wait. */
  work: Promise<void>
  waiting: number
}
