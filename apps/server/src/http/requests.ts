import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { addressOf, networkOf } from './address.ts'

export type Requests = {
  /** Marks a request as authenticated: no longer a stranger's. */
  markAuthenticated(request: FastifyRequest): void
}

/**
 * Bounds the requests under way through a trusted proxy. Its connections have no bound of their own. Each network
 * that the proxy names has at most `max` requests by unauthenticated callers.
 */
export function boundRequests(
  app: FastifyInstance,
  max: number,
  isProxy: (address: string, hop: number) => boolean,
): Requests {
  const countByNetwork = new Map<string, number>()
  /** Unauthenticated requests under way, each with its network. */
  const strangers = new WeakMap<FastifyRequest, string>()

  /** Stops counting a request: it is authenticated, or has ended. */
  function release(request: FastifyRequest): void {
    const network = strangers.get(request)
    if (network === undefined) return
    strangers.delete(request)
    const others = (countByNetwork.get(network) ?? 0) - 1
    if (others > 0) countByNetwork.set(network, others)
    else countByNetwork.delete(network)
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isProxy(request.socket.remoteAddress ?? '', 0)) return
    const network = networkOf(addressOf(request))
    const others = countByNetwork.get(network) ?? 0
    if (others >= max) {
      throw new AppError('unavailable', 'Too many requests from your network at once; try again in a moment')
    }
    countByNetwork.set(network, others + 1)
    strangers.set(request, network)
    reply.raw.once('close', () => release(request))
  })
  return { markAuthenticated: release }
}
