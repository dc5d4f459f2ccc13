import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import { sendError, unknownRoute } from './errors.ts'
import { describeRoute } from './schemas.ts'

export type ApiPage = FastifyInstance

type Needs = {
  routes: RouteOptions[]
  prefix: string
  log: FastifyBaseLogger
  /** Tells which of the server's requests it is. */
  requestIdHeader: string
}

/**
 * What describes these routes, and the page that shows it, below `prefix`: a program of its own behind the server's, which
 * takes no more routes once it listens. It knows the routes by name alone.
 */
export async function createApiPage({ routes, prefix, log, requestIdHeader }: Needs): Promise<ApiPage> {
  const page = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader,
  })
  page.setErrorHandler(sendError)
  page.setNotFoundHandler(async () => unknownRoute())
  page.setValidatorCompiler(() => (value) => ({ value }))
  await page.register(swagger, {
    transform: ({ schema, url, route: { config } }) => ({
      schema: config?.route ? describeRoute(config.route) : schema,
      url,
    }),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atalaya', version: '1', description: 'Agents, dashboards and displays, from one server.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
  })
  for (const { method, url, schema, config } of routes) {
    page.route({ method, url, schema, config, exposeHeadRoute: false, handler: async () => unknownRoute() })
  }
  await page.register(swaggerUi, {
    routePrefix: prefix,
    theme: { title: 'Atalaya API', css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }] },
  })
  await page.ready()
  return page
}
