import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'

/** Headers that proxies add to a request, besides all that begin with `x-forwarded-`. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']

/** True if a name or an address of a setting or a `Host` header means this machine. */
function isLoopbackName(name: string): boolean {
  const bare = name.toLowerCase().replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() === 'loopback'
  return bare === 'localhost' || bare.endsWith('.localhost')
}

type Settings = Pick<Config, 'HOST' | 'PUBLIC_URL' | 'ALLOWED_HOSTS'>

/** True if the settings say that a proxy on this machine passes requests on. */
function hasProxy({ PUBLIC_URL, ALLOWED_HOSTS }: Settings): boolean {
  return ALLOWED_HOSTS.length > 0 || (PUBLIC_URL !== undefined && !isLoopbackName(new URL(PUBLIC_URL).hostname))
}

/** True if the server is for other machines, too: it listens beyond loopback, or stands behind a proxy. */
export const isForOthers = (config: Settings): boolean => !isLoopbackName(config.HOST) || hasProxy(config)

/** True if the server is for other machines, or the request came through a proxy that no setting names. */
export const isRequestForOthers = (request: FastifyRequest, config: Settings): boolean =>
  isForOthers(config) || !isFromThisMachine(request, config)

/**
 * True if a request was surely made on this machine. Behind a local proxy all requests come from here, and some proxies
 * add no header. So all of these must hold:
 * - no setting names a proxy;
 * - the requested host is loopback, too;
 * - no header is a proxy's;
 * - no page of another origin sends it;
 * - it speaks HTTP/1.1, which nginx by default does not.
 */
export function isFromThisMachine(request: FastifyRequest, config: Settings): boolean {
  const isHere = isLoopbackName(request.socket.remoteAddress ?? '') && isLoopbackName(hostnameOf(request))
  return isHere && !isProxied(request) && !isFromForeignPage(request) && !hasProxy(config)
}

const isProxied = ({ headers, raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.0' ||
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name))

const isFromForeignPage = ({ headers: { origin, referer } }: FastifyRequest): boolean =>
  [origin, referer].some((page) => page !== undefined && !isLoopbackName(URL.parse(page)?.hostname ?? ''))

/** The name in the request's own `Host` header, without its port. */
const hostnameOf = ({ headers }: FastifyRequest): string => URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
