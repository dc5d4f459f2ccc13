import { type AgentFrame, type ServerFrame, serverFrame } from '@atalaya/contract/agent-protocol'

/** No answer to a first word for so long: this way does not lead to the server. */
export const GREETING_MS = 15_000

/** One conversation with the server, over a WebSocket or by requests. */
export type Line = {
  send(frame: AgentFrame): void
  /** Ends it on purpose. Resolves when the server knows, or soon after. */
  close(): Promise<void>
  /** Ends it at once, because another line has taken its place: `onEnd` is not called. */
  drop(): void
}

/** Why a conversation ended, as far as it decides how and when to try again. */
export type Ending = {
  /** Whether the server ever answered the hello. */
  wasWelcome: boolean
  /** The close code of the protocol. */
  code?: number
  /** The answer of whoever refused to open it. */
  status?: number
  retryAfterMs?: number
  /** The system's word for it, such as ECONNREFUSED, or what went wrong. */
  cause?: string
}

type LineHandlers = {
  /** The first frame to say. */
  greeting(): AgentFrame
  onFrame(frame: ServerFrame): void
  /** Once, at the end of every conversation that was not dropped. */
  onEnd(ending: Ending): void
}

/** How a conversation is held. */
export type Way = 'socket' | 'requests'

/** Where a conversation is opened, and whose. */
export type Address = { server: URL; token: string }
/** Opens one conversation. */
export type Dial = (address: Address, handlers: LineHandlers) => Line

/** The address of a path below the server, which may itself stand under one. */
export function below(server: URL, pathname: string): URL {
  const url = new URL(server)
  url.pathname = server.pathname.replace(/\/+$/, '') + pathname
  url.search = ''
  url.hash = ''
  return url
}

/** A frame of the server; null for what this version does not know. */
export function readFrame(value: unknown): ServerFrame | null {
  const parsed = serverFrame.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** What a `Retry-After` header asks for, in ms. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  const seconds = Number(header)
  return seconds > 0 ? seconds * 1000 : undefined
}

/** The system's word for an error, such as ECONNREFUSED, where it has one. */
export function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(inner instanceof Error)) return String(inner)
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}
