import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { serve } from './mount.ts'
import { describeRoute } from './schemas.ts'

/** Serves `/api/openapi.json` and the page `/api/docs`, both made from the mounted routes. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    // Describing every call takes longer than mounting it, so that waits for the first who asks.
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
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Atalaya API', css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }] },
  })
  serve(app, { path: '/api/openapi.json', access: 'public' }, async () => app.swagger())
}
