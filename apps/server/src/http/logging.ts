import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { type Output, toTerminal } from './terminal-log.ts'

/** Time in ms from which an answer counts as slow. */
const SLOW_MS = 2000

const secrets = ['authorization', 'cookie', 'set-cookie']

/**
 * The log on standard output: for each event a line of JSON, or a sentence at a terminal. Holds nothing secret: bodies
 * are never logged, URLs without their query. QR codes, which are part of a path, are cut out.
 */
export function createLogger(
  level: string,
  terminal: Output | null = process.stdout.isTTY ? process.stdout : null,
): Logger {
  const options = {
    level,
    redact: secrets.map((header) => `req.headers["${header}"]`),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: safePath(request.url), ip: request.ip }),
    },
  }
  return terminal ? pino(options, toTerminal(terminal)) : pino(options)
}

/** Logs one line for an answered request: a warning if the server failed or was slow, else `info`. */
export function logRequest(req: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime)
  const isSlow = ms >= SLOW_MS && !isHeldOpen(req)
  const level = reply.statusCode >= 500 || isSlow ? 'warn' : 'info'
  req.log[level]({ req, status: reply.statusCode, ms }, 'request')
}

/**
 * True for requests that are held open until there is news: live events, and agents' requests. `mount` sets
 * `config.route`, `serve` sets `config.access`.
 */
function isHeldOpen({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isEndless === true || config.route?.access === 'agent' || config.access === 'agent'
}

/** Path of a URL, without its query and without a QR code. */
function safePath(url: string): string {
  const [path = ''] = url.split('?')
  return path.replace(/\/(qr\/status|qr-login)\/[^/]+/, '/$1/…')
}
