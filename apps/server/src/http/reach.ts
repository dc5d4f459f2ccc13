import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'

/** What a proxy adds to a request, beside all that begin with `x-forwarded-`. */
const BY_PROXIES = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/** Whether a name or an address, as a setting or a `Host` header spells it, means the machine itself. */
function isLoopbackName(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === 'loopback'
  return bare === 'localhost' || bare.endsWith('.localhost')
}

type Settings = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>

/** Whether the settings name a way in that begins elsewhere and ends at this machine's own address. */
function hasProxy({ PUBLIC_URL, ALLOWED_HOSTS }: Settings): boolean {
  return ALLOWED_HOSTS.length > 0 || (PUBLIC_URL !== undefined && !isLoopbackName(new URL(PUBLIC_URL).hostname))
}

/** Whether the server is meant for others than this machine: it listens beyond loopback, or a proxy stands before it. */
export const isForOthers = (config: Settings): boolean => !isLoopbackName(config.HOST) || hasProxy(config)

/** The same for a request, which may show that there is more than the settings tell. */
export const isAskedByOthers = (request: FastifyRequest, config: Settings): boolean =>
  isForOthers(config) || !isFromThisMachine(request, config)

/**
 * Whether a request was surely made on this machine. A proxy on it makes all requests from here, and some tell nothing
 * of it: so only where no setting names one, the address that was asked for is loopback too, no header is a proxy's, no
 * page of another address asks, and it speaks HTTP/1.1, which nginx by default does not.
 */
export function isFromThisMachine(request: FastifyRequest, config: Settings): boolean {
  const isHere = isLoopbackName(request.socket.remoteAddress ?? '') && isLoopbackName(hostnameOf(request))
  return isHere && !isPassedOn(request) && !isOfPageElsewhere(request) && !hasProxy(config)
}

const isPassedOn = ({ headers, raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.0' ||
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || BY_PROXIES.includes(name))

const isOfPageElsewhere = ({ headers: { origin, referer } }: FastifyRequest): boolean =>
  [origin, referer].some((page) => page !== undefined && !isLoopbackName(URL.parse(page)?.hostname ?? ''))

/** The name in the request's own `Host` header, without its port. */
const hostnameOf = ({ headers }: FastifyRequest): string => URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
