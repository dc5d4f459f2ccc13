import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'

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

/** The path of an address without its query and without a QR code. */
function safePath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/\/(qr\/status|qr-login)\/[^/]+/, '/$1/…')
}
