import { type AgentFrame, type ServerFrame, serverFrame } from '@atalaya/contract/agent-protocol'
import type { JsonBounds } from '@atalaya/contract/bounded-json'

/** Time to wait for the answer to the hello. Without one the transport counts as failed. */
export const HELLO_TIMEOUT_MS = 15_000

/** A frame of the server has 64 KiB; one of a later version may have more. */
export const SERVER_FRAME_MAX_BYTES = 256 * 1024
/** JSON bounds of a frame: those of a request body that the server accepts, plus a small margin. */
export const SERVER_BOUNDS: JsonBounds = { depth: 40, values: 40_000 }

/** One connection with the server, over a WebSocket or by requests. */
export type Connection = {
  send(frame: AgentFrame): void
  /** Ends it on purpose. Resolves when the server knows, or soon after. */
  close(): Promise<void>
  /** Ends it at once, as another connection replaces it. Does not call `onEnd`. */
  drop(): void
}

/** End of a connection, with the reasons that decide the delay until the next attempt. */
export type Disconnect = {
  /** True if the server has answered the hello. */
  wasWelcomed: boolean
  /** The close code of the protocol. */
  code?: number
  /** HTTP status, if the connection was refused before it began. */
  status?: number
  retryAfterMs?: number
  /** The system's code, such as ECONNREFUSED, or a message. */
  cause?: string
}

type ConnectionHandlers = {
  /** Makes the first frame. */
  hello(): AgentFrame
  onFrame(frame: ServerFrame): void
  /** The server sent an unusable frame, for this reason; the connection stays open. */
  onInvalidFrame(why: string): void
  /** Called once at the end, unless the connection was dropped. */
  onEnd(disconnect: Disconnect): void
}

/** Transport of a connection. */
export type Transport = 'socket' | 'requests'

/** Server to connect to, and the agent's token. */
export type Address = { server: URL; token: string }
/** Opens one connection. */
export type Dial = (address: Address, handlers: ConnectionHandlers) => Connection

/** URL of a path below the server, whose own URL may have a path. */
export function urlBelow(server: URL, pathname: string): URL {
  const url = new URL(server)
  // Removes trailing slashes.
  const [path = ''] = /^.*[^/]/.exec(server.pathname) ?? []
  url.pathname = path + pathname
  url.search = ''
  url.hash = ''
  return url
}

/** Parses a frame of the server; null if it is invalid. A frame with an unknown `t` is ignored silently. */
export function readFrame(value: unknown, onInvalidFrame: (why: string) => void): ServerFrame | null {
  const parsed = serverFrame.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue && issue.code !== 'invalid_union') onInvalidFrame(`${issue.path.join('.')}: ${issue.message}`)
  return null
}

/** Longest accepted Retry-After. */
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
