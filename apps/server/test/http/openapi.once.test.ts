import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#server/http/document/contract.ts'
import { routesOf } from '#server/http/document/names.ts'
import { apiDocumentOf } from '#test/support/api-document.ts'
import { mountedRoutes } from '#test/support/mounted-routes.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { oneOf?: { $ref: string }[] }>
    responses: Record<string, { headers?: object }>
  }
  tags: { name: string; description?: string }[]
}

let world: TestApp
let document: Document
beforeAll(async () => {
  world = await createTestApp()
  document = await apiDocumentOf(world.app)
})
afterAll(() => world.close())

const call = (method: string, path: string) => document.paths[path]?.[method]
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Routes other than the calls: pages, files of modules, the WebSocket, and operators' pages. */
const UNDESCRIBED =
  /^GET (\/|\/\*|\/(healthz|readyz|metrics)|\/api\/docs(\*|\/.*)?|\/api\/openapi\.json|\/api\/agent\/v1\/ws|\/modules\/:id\/:version\/\*|\/framed\/:sealed|\/(api|auth)\/\*)$/

test('the document describes all mounted calls, and nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const mounted = mountedRoutes(world.app).filter((route) => !UNDESCRIBED.test(route))
  expect(described.sort()).toEqual(mounted.sort())
})

test('each call has a unique operation id from the contract', () => {
  expect(call('get', '/api/v1/agents')?.operationId).toBe('agentsList')
  expect(call('post', '/api/v1/agents/command')?.operationId).toBe('commandsSend')
  const ids = operations().map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id))).toEqual([])
})

test('each tag has a description', () => {
  expect(document.tags.filter(({ description = '' }) => description === '')).toEqual([])
})

test('every reference resolves, and every component is referenced', () => {
  const { schemas, responses } = document.components
  const components = [
    ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
  ]
  const referenced = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref))
  expect([...referenced].filter((ref) => !components.includes(ref ?? ''))).toEqual([])
  expect(components.filter((ref) => !referenced.has(ref))).toEqual([])
})

test('a schema is listed once, or twice if its input form differs', () => {
  const dataOf = (operation?: Operation) => operation?.responses['200']?.content?.['application/json']?.schema
  expect(dataOf(call('get', '/api/v1/agents'))).toMatchObject({
    properties: { data: { properties: { agents: { items: { $ref: '#/components/schemas/Agent' } } } } },
  })
  expect(call('post', '/api/v1/dashboard/pages/import')?.requestBody?.content).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/PageFileInput' } },
  })
  expect(document.components.schemas).toMatchObject({
    PageFile: { required: expect.arrayContaining(['description']) },
    PageFileInput: { required: expect.not.arrayContaining(['description']) },
  })
})

test('each call names the tokens and the scope that it accepts', () => {
  for (const { id, value } of routesOf(contract)) {
    const operation = operations().find(({ operationId }) => operationId === id)
    const personal = operation?.security.find((requirement) => 'personalToken' in requirement)?.personalToken
    expect(personal, id).toEqual(value.scope ? [value.scope] : undefined)
  }
  expect(call('post', '/auth/login')?.security).toEqual([])
  expect(call('get', '/auth/sessions')?.security).toEqual([{ accessToken: [] }])
  expect(call('post', '/api/agent/v1/sync')?.security).toEqual([{ agentToken: [] }])
})

test('each call lists the failures implied by its access and body, and those of its `fails`', () => {
  const failures = (operation?: Operation) => Object.keys(operation?.responses ?? {}).join(' ')
  expect(failures(call('get', '/auth/setup'))).toBe('200 503 default')
  expect(failures(call('get', '/api/v1/agents/{id}'))).toBe('200 400 401 403 404 429 503 default')
  expect(failures(call('post', '/api/v1/agents/command'))).toBe('200 400 401 403 404 409 413 415 429 503 default')
  const { TooMany, Unavailable, Conflict } = document.components.responses
  expect(TooMany?.headers).toHaveProperty('Retry-After')
  expect(Unavailable?.headers).toHaveProperty('Retry-After')
  expect(Conflict).not.toHaveProperty('headers')
})

test('uploads, patches, tables and the event stream have their own media types', () => {
  const upload = call('post', '/api/v1/modules')?.requestBody
  expect(upload).toMatchObject({
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'] } } },
  })
  expect(Object.keys(call('patch', '/api/v1/agents/{id}')?.requestBody?.content ?? {})).toContain(
    'application/json-patch+json',
  )
  expect(call('get', '/api/v1/agents.csv')?.responses['200']?.content).toHaveProperty('text/csv')
  expect(call('get', '/api/v1/audit.csv')?.responses['200']?.content).toHaveProperty('text/csv')
  expect(call('get', '/api/v1/events')?.responses['200']?.content).toEqual({
    'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
  })
  expect(document.components.schemas.LiveEvent?.oneOf).toContainEqual({
    $ref: '#/components/schemas/LiveEventAgentUpdated',
  })
})

test('a call lists its own request headers', () => {
  const headers = call('post', '/api/v1/agents/command')?.parameters?.filter((parameter) => parameter.in === 'header')
  expect(headers).toMatchObject([{ name: 'Idempotency-Key', schema: { type: 'string', maxLength: 200 } }])
})
