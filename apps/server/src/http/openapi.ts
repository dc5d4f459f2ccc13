import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiPage } from './api-page.ts'
import { serve } from './mount.ts'

const PAGE = '/api/docs'
const REQUEST_ID = 'x-request-id'
/** The server's own to say. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Serves `/api/openapi.json` and the page `/api/docs`, both made of the contract when somebody first asks. */
export function apiDocs(app: FastifyInstance): void {
  let made: Promise<ApiPage> | undefined
  /** Loading and making it takes a moment and 10 MB. */
  const page = () => {
    const needs = { prefix: PAGE, log: app.log, requestIdHeader: REQUEST_ID }
    made ??= import('./api-page.ts')
      .then(({ createApiPage }) => createApiPage(needs))
      .catch((error) => {
        made = undefined
        throw error
      })
    return made
  }

  serve(app, { path: '/api/openapi.json', access: 'public' }, async () => (await page()).swagger())
  const passOn = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
    const headers = { ...request.headers, [REQUEST_ID]: request.id }
    const answer = await (await page()).inject({ method, url: request.raw.url, headers, payloadAsStream: true })
    for (const name of OF_CONNECTION) delete answer.headers[name]
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.stream())
  }
  for (const path of [PAGE, `${PAGE}/*`] as const) serve(app, { path, access: 'public' }, passOn)
}
