import { failure } from '@atalaya/contract/envelope'
import { SCOPES } from '@atalaya/contract/scopes'
import { failureResponses } from './failures.ts'
import { type Contract, resourcesOf, routesOf, shapesOf } from './names.ts'
import { documentedPath, operationOf, readingOf, tagOf } from './operations.ts'
import { describeSchemas } from './schemas.ts'
import { ABOUT } from './tags.ts'

const DESCRIPTION = `Agents, dashboards and displays, from one server.

Every answer is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "error", "message", "code"}\` with
the HTTP status of the failure. \`code\` is for programs and stays; \`message\` is for people.`

const scopes = Object.entries(SCOPES)
  .map(([scope, words]) => `- \`${scope}\`: ${words}`)
  .join('\n')

const securitySchemes = {
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `accessToken` of `POST /auth/login`: ten minutes, then `POST /auth/refresh`.',
  },
  personalToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ap_…',
    description: `For programs: it may do what its scopes name and its owner may.\n\n${scopes}`,
  },
  agentToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ag_…',
    description: 'The token that an agent got when it was registered.',
  },
}

/** The parts of an OpenAPI document that are read here. */
export type OpenApi = { paths: Record<string, Record<string, object>> } & Record<string, unknown>

/** The OpenAPI document of a contract. */
export function createDocument(contract: Contract): OpenApi {
  const [routes, resources] = [routesOf(contract), resourcesOf(contract)]
  const shapes = shapesOf(contract)
  shapes.set(failure, 'Failure')
  const described = describeSchemas({ shapes, routes, resources })

  const paths: OpenApi['paths'] = {}
  const add = (path: string, method: string, operation: object) => {
    const key = documentedPath(path)
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation }
  }
  for (const route of routes) add(route.value.path, route.value.method, operationOf(route, described))
  for (const resource of resources) add(resource.value.path, 'get', readingOf(resource, described))

  const slices = [...new Set([...routes, ...resources].map(({ slice }) => slice))].sort()
  const responses = failureResponses()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atalaya',
      version: '1',
      summary: 'Run agents on your machines, build boards from modules, show them on any screen.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: slices.map((slice) => ({ name: tagOf(slice), description: ABOUT[slice] })),
    paths,
    components: { securitySchemes, responses, schemas: described.shared({ paths, responses }) },
  }
}
