import type { Socket } from 'node:net'

/** Reads when it is this connection's turn, and settles when that is over. */
export type InTurn = (read: () => void) => Promise<void>

/**
 * Delivers a connection's `readable` events in turns with others. Meanwhile the buffer fills and no more is taken from
 * the network. Otherwise an end that never stops talking would be read as fast as it talks.
 */
export function hearInTurn<S extends Socket>(socket: S, inTurn: InTurn): S {
  const emit = socket.emit.bind(socket) as (...told: unknown[]) => boolean
  let isWaiting = false

  function hear(): void {
    isWaiting = false
    if (!socket.destroyed) emit('readable')
  }

  socket.emit = ((name: string, ...told: unknown[]): boolean => {
    if (name !== 'readable') return emit(name, ...told)
    if (isWaiting) return true
    isWaiting = true
    inTurn(hear).catch((error: Error) => socket.destroy(error))
    return true
  }) as S['emit']
  return socket
}
