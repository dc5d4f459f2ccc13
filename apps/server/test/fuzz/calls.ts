import fc from 'fast-check'
import { hostileNumber, hostileText, hostileValue, withFaults } from './hostile.ts'
import { type KnownValues, type Schema, validFor } from './valid.ts'

type Parameter = { name: string; in: string; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
/** Part of an OpenAPI document that is used here. */
export type ApiDocument = { paths: Record<string, Record<string, Operation>> }

const callers = ['nobody', 'a', 'b', 'admin', 'deactivated', 'expired', 'agent', 'foreignAgent'] as const

/** One request; `<<name>>` is replaced by an id of the test's world. */
export type Call = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
  caller: (typeof callers)[number]
  /** As the document writes its path. */
  route: string
}

const ref = (...names: string[]) => fc.constantFrom(...names.map((name) => `<<${name}>>`))
const anyId = ref('page', 'widget', 'agent', 'foreignAgent', 'a', 'b', 'command', 'batch', 'session', 'trash', 'slug')
const modules = fc.constantFrom('agent-status', 'weather', 'spark', 'conversations', 'game-server', 'agent-chart')

/** Kinds of the id in a path, by the part before it. */
const idsAfter: Record<string, fc.Arbitrary<unknown>> = {
  users: ref('a', 'b', 'c'),
  agents: ref('agent', 'agent', 'foreignAgent'),
  pages: ref('page', 'page', 'otherPage'),
  commands: ref('command'),
  batches: ref('batch'),
  sessions: ref('session'),
  trash: ref('trash'),
  modules: fc.constantFrom('weather', 'clock'),
}
const realValues: Record<string, fc.Arbitrary<unknown>> = {
  id: anyId,
  moduleId: ref('widget'),
  widgetId: ref('widget', 'weatherWidget'),
  agentId: ref('agent', 'foreignAgent'),
  slug: ref('slug'),
  code: ref('code'),
  session: ref('syncSession'),
  refreshToken: ref('refreshToken', 'foreignRefreshToken'),
  username: ref('nameOfA', 'nameOfB'),
  password: ref('password'),
  currentPassword: ref('password'),
  command: fc.constantFrom('ping', 'mark', 'restart'),
  origin: fc.constant('http://127.0.0.1'),
  meta: modules.map((id) => ({ id })),
  version: fc.constantFrom('1.0.0', '0.1.0'),
  waitS: fc.constantFrom(0, 0.01),
  from: fc.constant('2026-01-01T00:00:00Z'),
  to: fc.constant('2026-11-21T00:00:00Z'),
  owner: ref('a', 'b'),
  before: fc.constantFrom('2026-11-21T00:00:00.000Z', '1'),
}
export const knownValues: KnownValues = (name) => (Object.hasOwn(realValues, name) ? (realValues[name] ?? null) : null)

/** Encodes a part of a path or a query. Replaces lone surrogates, which no URL can carry, as browsers do. */
const encodePart = (value: unknown) =>
  encodeURIComponent(String(value).toWellFormed()).replaceAll(/%3C%3C(\w+)%3E%3E/g, '<<$1>>')

/** Characters that a client may send in a header. */
const headerValue = fc.oneof(
  hostileText.map((text) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 6000)),
  fc.constantFrom('0', '-1', '*', 'gzip', 'bytes=0-', 'http://127.0.0.1', 'http://evil.example', '10.1.2.3', 'Bearer'),
)
const headerNames = [
  ...['accept', 'accept-encoding', 'cookie', 'origin', 'referer', 'user-agent', 'idempotency-key', 'last-event-id'],
  ...['if-none-match', 'if-modified-since', 'range', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'],
  ...['content-encoding', 'host', 'sec-fetch-site', 'authorization', 'x-http-method-override', 'traceparent'],
]
const oddHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...headerNames), headerValue, { maxKeys: 3 }) },
)
const contentType = fc.oneof(
  { weight: 15, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['application/json; charset=utf-16', 'APPLICATION/JSON', 'application/json;', 'text/plain', '', 'a/b'],
      ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'],
    ),
  },
)
const brokenBody = fc.oneof(
  fc.constantFrom('', '{', 'nul', '"', '{"a":1e999}', '{"a":}', '\u0000', '{"__proto__":{"role":"admin"}}', '[]', '""'),
  fc.constantFrom(20_000, 600_000).map((depth) => '['.repeat(depth)),
  fc.constant('"'.padEnd(1_200_000, 'a')),
  hostileText,
)

const toJson = (value: unknown) => JSON.stringify(value) ?? 'null'

function bodyFor(schema: Schema): fc.Arbitrary<string | null> {
  const valid = validFor(schema, knownValues)
  return fc.oneof(
    { weight: 10, arbitrary: valid.map(toJson) },
    { weight: 10, arbitrary: withFaults(valid).map(toJson) },
    { weight: 2, arbitrary: hostileValue.map(toJson) },
    { weight: 1, arbitrary: brokenBody },
  )
}

/** The value of a parameter: a real one, one that the schema allows, or a hostile one. */
function parameterFor({ name, in: place, schema }: Parameter, path: string): fc.Arbitrary<string> {
  const [, before = ''] = /(\w+)\/\{id\}/.exec(path) ?? []
  const real = name === 'id' && place === 'path' ? idsAfter[before] : undefined
  return fc.oneof(
    { weight: 6, arbitrary: (real ?? validFor(schema, knownValues, name)).map(encodePart) },
    { weight: 2, arbitrary: hostileText.map(encodePart) },
    { weight: 1, arbitrary: hostileNumber.map(encodePart) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '%ff%fe', '%ed%a0%80', '%2e%2e', '..', 'a%2fb') },
  )
}

function callFor(route: string, method: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<Call> {
  const parametersIn = (place: string, requiredKeys: string[]) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map((parameter) => [parameter.name, parameterFor(parameter, route)]),
      ),
      { requiredKeys },
    )
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const schema = requestBody && (Object.values(requestBody.content)[0]?.schema ?? {})
  return fc
    .record({
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'DELETE') },
      ),
      params: parametersIn('path', inPath),
      query: parametersIn('query', []),
      moreQuery: fc.oneof(
        { weight: 12, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: hostileText.map((odd) => `&${encodePart(odd).slice(0, 8000)}=1&page=1&page=2&a[b]=1`) },
      ),
      headers: fc.tuple(oddHeaders, contentType).map(([odd, type]) => ({
        ...(schema && { 'content-type': type }),
        ...odd,
      })),
      body: schema ? bodyFor(schema) : fc.constant(null),
      caller: fc.constantFrom(...callers, 'a', 'a', 'a', 'admin', 'admin', 'agent'),
    })
    .map(({ params, query, moreQuery, ...call }) => {
      const search = `${Object.entries(query)
        .map((pair) => pair.join('='))
        .join('&')}${moreQuery}`
      const path = route.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
      return { ...call, route, path: search === '' ? path : `${path}?${search}` }
    })
}

/** Any call of the API, each operation as likely as the others. */
export function anyCall({ paths }: ApiDocument): fc.Arbitrary<Call> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callFor(path, method, operation)),
  )
  const stray = fc.oneof(
    fc.constantFrom(
      '/',
      '//',
      '/api',
      '/api/v1/',
      '/.env',
      '/api/docs/../../package.json',
      '/modules/x/../../y',
      '/%',
      '*',
    ),
    hostileText.map((odd) => `/api/v1/${encodePart(odd)}`.slice(0, 9000)),
  )
  const unknown = stray.map(
    (path): Call => ({ method: 'GET', path, route: 'none', headers: {}, body: null, caller: 'a' }),
  )
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: unknown })
}

/** The call as a line for a shell, shortened if it is long. */
export function asCurl({ method, path, headers, body, caller }: Call, address: string): string {
  const shown = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  const data = body === null ? [] : [`--data-raw ${quote(body)}`]
  return [`curl -X ${method}`, quote(address + path), ...shown, ...data, `# as ${caller}`].join(' ')
}

const SHOWN_MAX = 2000
const quote = (value: string) => {
  const short = value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX)}… (${value.length} characters)` : value
  return `'${short.replaceAll("'", "'\\''")}'`
}
