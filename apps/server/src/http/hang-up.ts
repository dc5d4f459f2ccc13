import type { FastifyReply } from 'fastify'

/**
 * Calls `listener` once when this request's connection has ended. At once if the client has hung up already, which
 * happens while the access check asks the database.
 */
export function onDisconnect({ raw }: FastifyReply, listener: () => void): void {
  if (raw.destroyed) listener()
  else raw.once('close', listener)
}
