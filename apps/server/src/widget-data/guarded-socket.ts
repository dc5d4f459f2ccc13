import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Encryption, SourceError } from '@atalaya/module-sdk/server'

const WINDOW_MS = 60_000
/** More than any server has to say to a widget in a minute. */
const WINDOW_MAX_BYTES = 16 * 1024 * 1024

type End = (error: unknown) => void

/** Whether more came than a minute may bring. */
function createRate() {
  let bytes = 0
  let since = 0
  return (more: number): boolean => {
    const now = Date.now()
    if (now - since > WINDOW_MS) {
      since = now
      bytes = 0
    }
    bytes += more
    return bytes > WINDOW_MAX_BYTES
  }
}

/**
 * A connection that a source may listen to without care: what its listeners throw ends the source and not the process,
 * as does who says too much, and an error that nobody listens for. Between two portions of what comes everybody else has
 * their turn.
 */
export function guardSocket<S extends Socket>(socket: S, end: End): S {
  const emit = socket.emit.bind(socket) as (...told: unknown[]) => boolean
  const isTooMuch = createRate()
  let isOver = false

  function stop(error: unknown): boolean {
    isOver = true
    socket.destroy()
    end(error)
    return true
  }

  /** One portion a turn of the event loop: it would read up to 2 MB of one connection at a time. */
  function deliver(chunk: Buffer): boolean {
    if (isTooMuch(chunk.length)) return stop(new SourceError('The other server says too much'))
    const isHeard = emit('data', chunk)
    if (!socket.isPaused()) {
      socket.pause()
      setImmediate(() => socket.resume())
    }
    return isHeard
  }

  socket.emit = ((name: string, ...told: unknown[]): boolean => {
    if (isOver && name === 'data') return false
    try {
      return name === 'data' ? deliver(told[0] as Buffer) : emit(name, ...told)
    } catch (error) {
      return stop(error)
    }
  }) as S['emit']
  socket.on('error', () => undefined)
  return socket
}

/** Encrypts a connection as its client, guarded as it is. @throws Error where the other end can't show who it is */
export async function encrypt(
  socket: Socket,
  { host, isVerified, protocols = [] }: Encryption,
  { end, signal }: { end: End; signal: AbortSignal },
): Promise<Socket> {
  // A name is shown to the other end, an address is not.
  const name = isIP(host) === 0 ? { servername: host } : { host }
  const secured = guardSocket(
    connectTls({ socket, ...name, rejectUnauthorized: isVerified, ALPNProtocols: protocols }),
    end,
  )
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    secured.destroy()
    throw error
  }
}
