import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/domain/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Maximum characters of a foreign host name in an error message. */
const SHOWN_MAX = 100

/**
 * Answers only under its own names, against DNS rebinding, and takes changes only from its own pages. IP addresses are
 * never foreign. Neither are names that nobody can register: those without a dot, or under `.localhost` and `.local`.
 */
export function guardOrigins(app: FastifyInstance, config: Config): void {
  const publicHost = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).host : null
  const ownNames = new Set([config.HOST, ...config.ALLOWED_HOSTS].map((name) => name.toLowerCase()))
  if (publicHost) ownNames.add(hostnameOf(publicHost) ?? '')
  const ownOrigins = new Set(config.CORS_ORIGINS)
  if (config.PUBLIC_URL) ownOrigins.add(new URL(config.PUBLIC_URL).origin)

  function isOwnHost(host: string): boolean {
    const name = hostnameOf(host)
    return name !== null && (ownNames.has(name) || isUnregistrable(name))
  }
  // Nearly all requests name the same host, and parsing it takes as long as answering.
  let lastOwnHost: string | undefined

  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request
    if (host !== lastOwnHost && !isOwnHost(host)) return done(misdirected(request))
    lastOwnHost = host
    const isForeign = !SAFE_METHODS.has(request.method) && !isOwnOrigin(request, ownOrigins)
    done(isForeign ? foreignOrigin() : undefined)
  })
}

/** A name or an IP address, perhaps with a port. An answer may repeat it, so other characters are refused. */
const HOST = /^[\w.:[\]-]+$/

/** The name in a `Host` header without its port, in lower case; null if it is malformed. */
function hostnameOf(host: string): string | null {
  const url = HOST.test(host) ? URL.parse(`http://${host}`) : null
  return url?.hostname.replace(/\.$/, '') ?? null
}

function isUnregistrable(name: string): boolean {
  const isAddress = ipaddr.isValid(name.replace(/^\[|\]$/g, ''))
  return isAddress || !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local')
}

/**
 * True for scripts, which send no `Origin`, and for pages of this server. Compares hosts only: behind a proxy the
 * scheme of the page may differ.
 */
function isOwnOrigin({ headers, host }: FastifyRequest, ownOrigins: Set<string>): boolean {
  const { origin } = headers
  if (origin === undefined || ownOrigins.has(origin)) return true
  const page = URL.parse(origin)
  return page !== null && page.host !== '' && page.host === URL.parse(`${page.protocol}//${host}`)?.host
}

const misdirected = ({ host }: FastifyRequest) =>
  new AppError(
    'misdirected',
    `This server is not "${host.slice(0, SHOWN_MAX)}". If it should be, name it in PUBLIC_URL or ALLOWED_HOSTS.`,
    { code: 'unknown_host' },
  )
const foreignOrigin = () =>
  new AppError(
    'forbidden',
    'This page is not served by this server. Behind a proxy, pass on the Host header or set PUBLIC_URL.',
    { code: 'foreign_origin' },
  )
