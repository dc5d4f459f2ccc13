import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'

/** From here on an answer is slow, in ms. */
const SLOW_MS = 2000

const secrets = ['authorization', 'cookie', 'set-cookie']

/**
 * The log on standard output: one JSON line an event, request ids, and nothing secret. Bodies are never logged; addresses are
 * logged without their query, and QR codes, which stand in a path, are cut out.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: secrets.map((header) => `req.headers["${header}"]`),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: safePath(request.url), ip: request.ip }),
    },
  })
}

/** One line for an answered request: a warning where the server failed or was slow, else for `LOG_LEVEL=info`. */
export function logRequest(req: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime)
  const isSlow = ms >= SLOW_MS && !isHeld(req)
  const level = reply.statusCode >= 500 || isSlow ? 'warn' : 'info'
  req.log[level]({ req, status: reply.statusCode, ms }, 'request')
}

/** Answered when there is something to say: live events, and what agents ask. */
function isHeld({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isEndless === true || config.route?.access === 'agent' || config.access === 'agent'
}

/** The path of an address without its query and without a QR code. */
function safePath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/\/(qr\/status|qr-login)\/[^/]+/, '/$1/…')
}
