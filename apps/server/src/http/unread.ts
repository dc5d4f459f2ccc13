import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ownerKeyOf } from './access.ts'

export type UnreadBounds = {
  /** Time in which a client takes at least some of its answer. */
  unreadMs: number
  /** Bytes of answers that one caller may leave unread. */
  unreadMaxBytes: number
}
export const unreadBounds: UnreadBounds = { unreadMs: 30_000, unreadMaxBytes: 64 * 1024 * 1024 }

/** Answers up to this size are not counted: they fit into the buffers of the system. */
const COUNTED_BYTES = 16 * 1024
/** Bytes that a streamed answer counts for: it holds its next part in memory. */
const PART_BYTES = 1024 * 1024

type Answer = { socket: Socket; bytes: number }
type Waiting = { answers: Set<Answer>; bytes: number }

/**
 * Bounds answers that nobody reads: they stay in memory while the connection lives. A client that takes nothing for a
 * while is cut off. A caller with too many bytes waiting loses the connection whose answer waits longest. Answers to
 * strangers are not counted: most are the program's files, which are in memory once.
 */
export function boundUnread(app: FastifyInstance, { unreadMs, unreadMaxBytes }: UnreadBounds): void {
  /** Answers under way, by caller, oldest first. */
  const unread = new Map<string, Waiting>()
  /** Functions that forget the answers of a connection. Of pipelined answers, only the first one gets a `close`. */
  const forgetsBySocket = new WeakMap<Socket, Set<() => void>>()

  function forgetAll(socket: Socket): void {
    for (const forget of forgetsBySocket.get(socket) ?? []) forget()
  }

  function forgetsOf(socket: Socket): Set<() => void> {
    const known = forgetsBySocket.get(socket)
    if (known) return known
    const forgets = new Set<() => void>()
    forgetsBySocket.set(socket, forgets)
    socket.once('close', () => forgetAll(socket))
    return forgets
  }

  /** Returns a function that forgets the answer. */
  function count(ownerKey: string, answer: Answer): () => void {
    const waiting = unread.get(ownerKey) ?? { answers: new Set(), bytes: 0 }
    unread.set(ownerKey, waiting)
    waiting.answers.add(answer)
    waiting.bytes += answer.bytes
    const forgets = forgetsOf(answer.socket)
    const forget = () => {
      forgets.delete(forget)
      if (!waiting.answers.delete(answer)) return
      waiting.bytes -= answer.bytes
      if (waiting.answers.size === 0) unread.delete(ownerKey)
    }
    forgets.add(forget)
    for (const { socket } of waiting.answers) {
      if (waiting.bytes <= unreadMaxBytes) break
      socket.destroy()
      forgetAll(socket)
    }
    return forget
  }

  app.addHook('onSend', (request, { raw }, payload, done) => {
    const { actor, raw: incoming } = request
    // Requests that the program makes to itself have no client that could wait.
    if (!(incoming.socket instanceof Socket)) return done(null, payload)
    // The timeout begins again with each byte. The client is cut off only if bytes still wait for it.
    raw.setTimeout(unreadMs, () => {
      if (raw.writableLength > 0) raw.destroy()
    })
    const bytes = bytesOf(payload)
    if (actor && bytes > COUNTED_BYTES) raw.once('finish', count(ownerKeyOf(actor), { socket: incoming.socket, bytes }))
    done(null, payload)
  })
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length
  return payload instanceof Readable ? PART_BYTES : 0
}
