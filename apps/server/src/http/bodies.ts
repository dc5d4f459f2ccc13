import { type JsonBounds, parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'

/** Default maximum of a body, in bytes. A slice that takes files sets its own. */
export const BODY_MAX = 1024 * 1024
/** Default bounds on the JSON of a body. A call that takes more values sets them in the contract. */
export const BODY_BOUNDS: JsonBounds = { depth: 32, values: 20_000 }

/**
 * Takes JSON bodies only, unless a slice says otherwise. Foreign pages can send forms and plain text without a CORS
 * preflight, so these are refused.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, readBody)
}

/** Reads a body of JSON. An empty one counts as no body: clients send the JSON header without one, too. */
export async function readBody({ routeOptions }: FastifyRequest, body: string): Promise<unknown> {
  if (body === '') return undefined
  try {
    const values = routeOptions.config.route?.bodyValues ?? BODY_BOUNDS.values
    return parseJson(body, { ...BODY_BOUNDS, values })
  } catch (error) {
    throw error instanceof UnreadableJson ? new AppError('bad_request', `The body ${error.message}`) : error
  }
}
