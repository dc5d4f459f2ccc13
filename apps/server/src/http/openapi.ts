import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiPage } from './api-page.ts'
import { makeDocument } from './document/make-in-thread.ts'
import { serve } from './mount.ts'

const PAGE = '/api/docs'
const REQUEST_ID = 'x-request-id'
/** Headers that the server sets itself, so they are not copied from the page's answer. */
const CONNECTION_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Serves `/api/openapi.json` and the page `/api/docs`, both made of the contract on the first request. */
export function apiDocs(app: FastifyInstance): void {
  const document = makeOnce(makeDocument)
  // The page takes a moment to load, so it is not loaded for readers of the document alone.
  const page = makeOnce(async (): Promise<ApiPage> => {
    const [{ createApiPage }, text] = await Promise.all([import('./api-page.ts'), document()])
    return createApiPage({ prefix: PAGE, log: app.log, requestIdHeader: REQUEST_ID, document: text })
  })

  serve(app, { path: '/api/openapi.json', access: 'public' }, async ({ reply }) =>
    reply.type('application/json; charset=utf-8').send(await document()),
  )
  const passOn = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
    const headers = { ...request.headers, [REQUEST_ID]: request.id }
    const answer = await (await page()).inject({ method, url: request.raw.url, headers, payloadAsStream: true })
    for (const name of CONNECTION_HEADERS) delete answer.headers[name]
    return reply.code(answer.statusCode).headers(answer.headers).send(answer.stream())
  }
  for (const path of [PAGE, `${PAGE}/*`] as const) serve(app, { path, access: 'public' }, passOn)
}

/** Makes a value at the first call, and again after a failure. */
function makeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  return () => {
    value ??= make().catch((error) => {
      value = undefined
      throw error
    })
    return value
  }
}
