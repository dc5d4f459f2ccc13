import type { Socket } from 'node:net'

/** Reads when it is this connection's turn, and settles when that is over. */
export type InTurn = (read: () => void) => Promise<void>

/**
 * Delivers a connection's `readable` events in turns with others. Meanwhile the buffer fills and no more is taken from
 * the network. Otherwise an end that never stops talking would be read as fast as it talks.
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
