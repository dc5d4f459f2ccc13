import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Encryption, SourceError } from '@atalaya/module-sdk/server'
import { encryptForeign } from '#server/net/foreign-tls.ts'

const WINDOW_MS = 60_000
/** Maximum of bytes in a minute: more than any server needs for a widget. */
const WINDOW_MAX_BYTES = 16 * 1024 * 1024

/** Aborts the poll or connection of a source. */
type Abort = (error: unknown) => void
/** Queues `read` behind the reads of other sources (`turns.ts`); settles after it ran. */
type InTurn = (read: () => void) => Promise<void>

/** Counts the bytes of each minute. Returns a function that adds some; true once they exceed the maximum. */
function createByteLimit() {
  let bytes = 0
  let since = performance.now()
  return (more: number): boolean => {
    const now = performance.now()
    if (now - since > WINDOW_MS) {
      since = now
      bytes = 0
    }
    bytes += more
    return bytes > WINDOW_MAX_BYTES
  }
}

/**
 * Guards a source's connection. Errors of its listeners, errors without a listener and too many bytes abort the
 * source, not the process. Delivers one chunk of data per turn of the queue.
 */
export function guardSocket<S extends Socket>(socket: S, abort: Abort, inTurn: InTurn): S {
  const emit = socket.emit.bind(socket) as (...args: unknown[]) => boolean
  const isTooMuch = createByteLimit()
  let hasEnded = false

  function stop(error: unknown): boolean {
    hasEnded = true
    socket.destroy()
    abort(error)
    return true
  }

  /** Delivers nothing after the connection has ended. */
  function deliverNow(chunk: Buffer): void {
    if (hasEnded || socket.destroyed) return
    try {
      emit('data', chunk)
    } catch (error) {
      stop(error)
    }
  }

  /** Pauses while a chunk waits for its turn. Otherwise up to 2 MiB of one connection would be read at a time. */
  function deliver(chunk: Buffer): boolean {
    if (isTooMuch(chunk.length)) return stop(new SourceError('The other server says too much'))
    socket.pause()
    inTurn(() => deliverNow(chunk)).then(() => socket.resume(), stop)
    return true
  }

  socket.emit = ((name: string, ...args: unknown[]): boolean => {
    if (hasEnded && name === 'data') return false
    try {
      return name === 'data' ? deliver(args[0] as Buffer) : emit(name, ...args)
    } catch (error) {
      return stop(error)
    }
  }) as S['emit']
  socket.on('error', () => undefined)
  return socket
}

/** Starts TLS on a connection, as the client, and guards it, too. @throws Error if the handshake fails */
export async function encrypt(
  socket: Socket,
  encryption: Encryption,
  { abort, inTurn, signal }: { abort: Abort; inTurn: InTurn; signal: AbortSignal },
): Promise<Socket> {
  const secured = guardSocket(encryptForeign(socket, encryption), abort, inTurn)
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    secured.destroy()
    throw error
  }
}
