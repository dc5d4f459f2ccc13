import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { sendError, unknownRoute } from './errors.ts'

export type ApiPage = FastifyInstance

type Needs = {
  prefix: string
  log: FastifyBaseLogger
  /** Header with the id of a request. */
  requestIdHeader: string
  /** The OpenAPI document, as JSON. */
  document: string
}

/**
 * Serves the API document and its page below `prefix`. A Fastify instance of its own, because the server's takes no
 * more routes once it listens.
 */
export async function createApiPage({ prefix, log, requestIdHeader, document }: Needs): Promise<ApiPage> {
  const page = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader,
  })
  page.setErrorHandler(sendError)
  page.setNotFoundHandler(async () => unknownRoute())
  await page.register(swagger, { mode: 'static', specification: { document: JSON.parse(document) } })
  await page.register(swaggerUi, {
    routePrefix: prefix,
    theme: { title: 'Atalaya API', css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }] },
  })
  await page.ready()
  return page
}
