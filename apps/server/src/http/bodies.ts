import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const DEPTH_MAX = 32
const VALUES_MAX = 100_000

const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/gs
const STEP: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/**
 * JSON is the only body there is, where a slice does not say otherwise: what a foreign page can send without asking
 * (forms, plain text) is refused. An empty body is none, since clients announce JSON on calls without one too.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app))
}

/** Reads JSON; refuses `__proto__`, and what is too deep or has too many values before anything is built of it. */
export function jsonParser(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (isTooComplex(body)) done(new AppError('bad_request', 'The body is nested too deep or has too many values'))
    else void parse(request, body, done)
  }
}

function isTooComplex(text: string): boolean {
  let depth = 0
  let values = 0
  for (const mark of text.replace(TEXT, '')) {
    depth += STEP[mark] ?? 0
    if (mark === ',') values++
    if (depth > DEPTH_MAX || values > VALUES_MAX) return true
  }
  return false
}
