import type { Socket } from 'node:net'

/** Queues `read` behind the reads of other connections; settles after it ran. */
export type InTurn = (read: () => void) => Promise<void>

/**
 * Delivers a connection's `readable` events in turns with other connections. While one waits, its buffer fills and
 * takes no more from the network. Otherwise a peer that never stops sending would be read as fast as it sends.
 */
export function readInTurn<S extends Socket>(socket: S, inTurn: InTurn): S {
  const emit = socket.emit.bind(socket) as (...args: unknown[]) => boolean
  let isWaiting = false

  function emitReadable(): void {
    isWaiting = false
    if (!socket.destroyed) emit('readable')
  }

  socket.emit = ((name: string, ...args: unknown[]): boolean => {
    if (name !== 'readable') return emit(name, ...args)
    if (isWaiting) return true
    isWaiting = true
    inTurn(emitReadable).catch((error: Error) => socket.destroy(error))
    return true
  }) as S['emit']
  return socket
}
