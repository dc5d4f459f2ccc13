import type { FastifyServerOptions } from 'fastify'

const secrets = ['authorization', 'cookie', 'set-cookie']

/**
 * Pino's settings: one JSON line an event, request ids, and nothing secret. Bodies are never logged; addresses are
 * logged without their query, and QR codes, which stand in a path, are cut out.
 */
export function logging(level: string): Pick<FastifyServerOptions, 'logger' | 'disableRequestLogging'> {
  return {
    logger: {
      level,
      redact: secrets.map((header) => `req.headers["${header}"]`),
      serializers: {
        req: (request) => ({ method: request.method, url: safePath(request.url), ip: request.ip }),
      },
    },
  }
}

/** The path of an address without its query and without a QR code. */
function safePath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/\/(qr\/status|qr-login)\/[^/]+/, '/$1/…')
}
