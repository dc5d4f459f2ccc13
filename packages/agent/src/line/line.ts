import { type AgentFrame, type ServerFrame, serverFrame } from '@atalaya/contract/agent-protocol'
import type { JsonBounds } from '@atalaya/contract/bounded-json'

/** Time without an answer to the first frame after which this way counts as not leading to the server. */
export const GREETING_MS = 15_000

/** A frame of the server has 64 KB; one of a later version may have more. */
export const SERVER_FRAME_MAX_BYTES = 256 * 1024
/** A frame is a little around arguments that came to the server in a body of its usual bounds. */
export const SERVER_BOUNDS: JsonBounds = { depth: 40, values: 40_000 }

/** One conversation with the server, over a WebSocket or by requests. */
export type Line = {
  send(frame: AgentFrame): void
  /** Ends it on purpose. Resolves when the server knows, or soon after. */
  close(): Promise<void>
  /** Ends it at once, because another line has taken its place: `onEnd` is not called. */
  drop(): void
}

/** End of a conversation, with all that decides about the next attempt. */
export type Ending = {
  /** True if the server has answered the hello. */
  wasWelcome: boolean
  /** The close code of the protocol. */
  code?: number
  /** HTTP status, if the conversation was refused before it began. */
  status?: number
  retryAfterMs?: number
  /** The system's code, such as ECONNREFUSED, or a message. */
  cause?: string
}

type LineHandlers = {
  /** The first frame to say. */
  greeting(): AgentFrame
  onFrame(frame: ServerFrame): void
  /** The server sent an unusable frame, for this reason; the line goes on. */
  onUnusable(why: string): void
  /** Once, at the end of every conversation that was not dropped. */
  onEnd(ending: Ending): void
}

/** Transport of a conversation. */
export type Way = 'socket' | 'requests'

/** Server to connect to, and the agent's token. */
export type Address = { server: URL; token: string }
/** Opens one conversation. */
export type Dial = (address: Address, handlers: LineHandlers) => Line

/** The address of a path below the server, which may itself stand under one. */
export function below(server: URL, pathname: string): URL {
  const url = new URL(server)
  // Up to its last character that is no slash.
  const [path = ''] = /^.*[^/]/.exec(server.pathname) ?? []
  url.pathname = path + pathname
  url.search = ''
  url.hash = ''
  return url
}

/** Parses a frame of the server; null if it is no frame. One with an unknown `t` is ignored silently. */
export function readFrame(value: unknown, onUnusable: (why: string) => void): ServerFrame | null {
  const parsed = serverFrame.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue && issue.code !== 'invalid_union') onUnusable(`${issue.path.join('.')}: ${issue.message}`)
  return null
}

/** No server keeps an agent away for longer. */
const RETRY_AFTER_MAX_S = 3600

/** Delay that a `Retry-After` header asks for, in ms. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  const seconds = Number(header)
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_S) * 1000 : undefined
}

/**
 * The body of an answer, read up to `maxBytes`.
 *
 * @throws Error if there is more.
 */
export async function readWithin(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    parts.push(part)
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`The server sends more than ${maxBytes} bytes`)
  }
  return Buffer.concat(parts)
}

/** The system's code of an error, such as ECONNREFUSED, if it has one. */
export function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(inner instanceof Error)) return String(inner)
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}
