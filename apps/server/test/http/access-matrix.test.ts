import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallerName, callers, createWorld, type Given, type World } from '#test/support/access-world.ts'
import { mountedRoutes } from '#test/support/mounted-routes.ts'

type Row = { status: Record<CallerName, number>; given: (world: World) => Given | Promise<Given> }
type Build = Row['given']

const isAgentBuilt = existsSync(new URL('../../../../packages/agent/dist/agent.mjs', import.meta.url))
const without: Build = () => ({})

/** For everybody alike. */
const open = (status: number, given = without): Row => ({
  status: { nobody: status, a: status, b: status, admin: status, deactivated: status, agent: status },
  given,
})
/** For who is signed in: A, to whom the thing belongs, the stranger B, and the administrator. */
const signedIn = ([a, b, admin]: [number, number, number], given = without): Row => ({
  status: { nobody: 401, a, b, admin, deactivated: 401, agent: 401 },
  given,
})
const everyUser = (status: number, given = without): Row => signedIn([status, status, status], given)
/** For A alone: even the administrator finds nothing. */
const ownOnly = (status: number, given: Build): Row => signedIn([status, 404, 404], given)
/** For A and the administrator. */
const ownOrAdmin = (status: number, given: Build): Row => signedIn([status, 404, status], given)
const adminOnly = (status: number, given = without): Row => signedIn([403, 403, status], given)
/** For agents with their own token. */
const agentOnly = (status: number, given = without): Row => ({
  status: { nobody: 401, a: 401, b: 401, admin: 401, deactivated: 401, agent: status },
  given,
})

const body =
  (value: unknown): Build =>
  () => ({ body: value })
const newAgent: Build = async (world) => ({ params: { id: await world.newAgent() } })
const newUser: Build = async (world) => ({ params: { id: await world.newUser() } })
const newPage: Build = async (world) => ({ params: { id: (await world.newPage())._id } })
const newWidgetId: Build = async (world) => ({ params: { widgetId: (await world.newWidget()).moduleId } })
const sameWidgetId: Build = async (world) => ({ params: { widgetId: await world.sameWidget() } })
const newTrash: Build = async (world) => ({ params: { id: await world.newTrash() } })
const nobodysModule = { id: 'no-such-module', version: '1.0.0' }
const withBody =
  (build: Build, value: unknown): Build =>
  async (world) => ({ ...(await build(world)), body: value })

/**
 * Who gets what from every route there is. Each call is made with things of A's own, new for each
 * caller, so that one call does not spoil the next. A route that is not here fails the test below.
 */
const matrix: Record<string, Row> = {
  'GET /auth/setup': open(200),
  'POST /auth/register': open(400, body({})),
  'POST /auth/login': open(400, body({})),
  'POST /auth/refresh': open(401, body({ refreshToken: 'rt_unknown' })),
  'POST /auth/logout': open(200, body({ refreshToken: 'rt_unknown' })),
  'POST /auth/qr/generate': { ...open(200), status: { ...open(200).status, agent: 429 } },
  'GET /auth/qr/status/:code': open(200),
  'POST /auth/qr/scan': open(404, body({ code: 'unknown' })),
  'POST /auth/qr/authenticate': open(404, body({ code: 'unknown', username: 'x', password: 'x' })),
  'GET /auth/me': everyUser(200),
  'PATCH /auth/me': everyUser(200, body({ name: 'Ada' })),
  'POST /auth/password': everyUser(400, body({})),
  'POST /auth/confirm': everyUser(400, body({})),
  'GET /auth/sessions': everyUser(200),
  'DELETE /auth/sessions': everyUser(200),
  'DELETE /auth/sessions/:id': ownOnly(200, async (world) => ({ params: { id: (await world.newSession()).id } })),

  'GET /api/v1/users': adminOnly(200),
  'GET /api/v1/users/locks': adminOnly(200),
  'DELETE /api/v1/users/:id/lock': adminOnly(200, newUser),
  'GET /api/v1/users/:id': ownOrAdmin(200, ({ a }) => ({ params: { id: a.user._id } })),
  'PATCH /api/v1/users/:id': adminOnly(200, withBody(newUser, { name: 'Grace' })),
  'PATCH /api/v1/users/:id/status': adminOnly(200, withBody(newUser, { isActive: false })),
  'PATCH /api/v1/users/:id/role': adminOnly(200, withBody(newUser, { role: 'admin' })),
  'POST /api/v1/users/:id/logout-all': adminOnly(200, newUser),
  'POST /api/v1/users/:id/reset-password': adminOnly(200, withBody(newUser, { password: 'gq7zv1' })),
  'DELETE /api/v1/users/:id': adminOnly(200, newUser),
  'GET /api/v1/preferences': everyUser(200),
  'PATCH /api/v1/preferences': everyUser(200, body({ fleetLook: { columns: ['disk'] } })),
  'GET /api/v1/audit': adminOnly(200),
  'GET /api/v1/backups': adminOnly(200),
  'GET /api/v1/installation': adminOnly(200),
  'GET /api/v1/legal/:page': open(200, async () => ({ params: { page: 'terms' } })),
  'PATCH /api/v1/legal/:page': adminOnly(200, async () => ({ params: { page: 'terms' }, body: { text: 'Be kind.' } })),
  'GET /api/v1/events': everyUser(200),

  'GET /api/v1/agents': everyUser(200),
  'GET /api/v1/agents.csv': everyUser(200),
  'POST /api/v1/agents': everyUser(200, body({})),
  'GET /api/v1/agents/:id': ownOrAdmin(200, newAgent),
  'PATCH /api/v1/agents/:id': ownOrAdmin(200, withBody(newAgent, { name: 'Renamed' })),
  'DELETE /api/v1/agents/:id': ownOrAdmin(200, newAgent),
  'POST /api/v1/agents/:id/token': ownOrAdmin(200, newAgent),
  'POST /api/v1/agents/:id/release': ownOrAdmin(200, newAgent),
  'GET /api/v1/agents/:id/data': ownOrAdmin(200, newAgent),
  'GET /api/v1/agents/:id/telemetry': ownOrAdmin(200, async (world) => ({
    ...(await newAgent(world)),
    query: '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  })),
  'GET /api/v1/agents/telemetry': everyUser(200, () => ({
    query: '?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
  })),
  'POST /api/v1/agents/:id/data': agentOnly(200, ({ agentId }) => ({ params: { id: agentId }, body: { data: 1 } })),
  'GET /api/v1/agents/:id/capabilities': ownOrAdmin(200, newAgent),
  'GET /api/v1/agents/:id/commands': ownOrAdmin(200, newAgent),
  'GET /api/v1/agents/reach': everyUser(200),
  'GET /api/v1/agents/tags': everyUser(200),
  'GET /api/v1/agents/facets': everyUser(200),
  'POST /api/v1/agents/command': ownOrAdmin(200, async (world) => ({
    body: { command: 'ping', agentId: await world.newAgent() },
  })),
  'POST /api/v1/agents/command/preview': ownOrAdmin(200, async (world) => ({
    body: { command: 'ping', agentId: await world.newAgent() },
  })),
  'GET /api/v1/commands/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),
  'POST /api/v1/commands/:id/cancel': everyUser(404, () => ({ params: { id: 'unknown' } })),
  'GET /api/v1/batches': everyUser(200),
  'GET /api/v1/attention': everyUser(200),
  'GET /api/v1/batches/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),
  'GET /api/v1/stats': everyUser(200),
  'GET /api/v1/data/latest': everyUser(200),
  'GET /api/agent/v1/ws': agentOnly(400),
  'POST /api/agent/v1/sync': agentOnly(410, body({ session: 'unknown' })),
  'GET /agent.mjs': open(isAgentBuilt ? 200 : 404),

  'GET /api/v1/dashboard/pages': everyUser(200),
  'POST /api/v1/dashboard/pages': everyUser(200, body({ name: 'Page' })),
  'GET /api/v1/dashboard/pages/active': everyUser(200),
  'GET /api/v1/dashboard/pages/by-slug/:slug': ownOnly(200, async (world) => ({
    params: { slug: (await world.newPage()).slug },
  })),
  'PATCH /api/v1/dashboard/pages/reorder': everyUser(200, body({ items: [] })),
  'POST /api/v1/dashboard/pages/import': everyUser(400, body({})),
  'GET /api/v1/dashboard/pages/:id': ownOnly(200, newPage),
  'PATCH /api/v1/dashboard/pages/:id': ownOnly(200, withBody(newPage, { description: 'x' })),
  'DELETE /api/v1/dashboard/pages/:id': ownOnly(200, newPage),
  'GET /api/v1/dashboard/pages/:id/export': ownOnly(200, newPage),
  'POST /api/v1/dashboard/pages/:id/modules': ownOnly(200, withBody(newPage, { meta: { id: 'agent-status' } })),
  'PATCH /api/v1/dashboard/pages/:id/modules/reorder': ownOnly(200, async (world) => {
    const { id, moduleId } = await world.newWidget()
    return { params: { id }, body: { positions: [{ id: moduleId, x: 0, y: 0, w: 1, h: 1 }] } }
  }),
  'PATCH /api/v1/dashboard/pages/:id/modules/:moduleId': ownOnly(200, async (world) => ({
    params: await world.newWidget(),
    body: { position: { x: 0, y: 0, w: 1, h: 1 } },
  })),
  'DELETE /api/v1/dashboard/pages/:id/modules/:moduleId': ownOnly(200, async (world) => ({
    params: await world.newWidget(),
  })),
  'GET /api/v1/dashboard/trash': everyUser(200),
  'POST /api/v1/dashboard/trash/:id/restore': ownOnly(200, newTrash),
  'DELETE /api/v1/dashboard/trash/:id': ownOnly(200, newTrash),

  'GET /api/v1/integrations': everyUser(200, () => ({ query: '?origin=http://127.0.0.1' })),
  // Not set up here, and begun by nobody.
  'POST /api/v1/integrations/spotify/start': everyUser(409, body({ origin: 'http://127.0.0.1' })),
  'POST /api/v1/integrations/spotify/exchange': everyUser(400, body({ code: 'x', state: 'unknown' })),
  'DELETE /api/v1/integrations/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),

  'GET /api/v1/modules': everyUser(200),
  'POST /api/v1/modules': adminOnly(415, body({})),
  'GET /api/v1/modules/packages': adminOnly(200),
  'POST /api/v1/modules/scan': adminOnly(200),
  'DELETE /api/v1/modules/:id': adminOnly(404, () => ({ params: nobodysModule })),
  'DELETE /api/v1/modules/:id/versions/:version': adminOnly(404, () => ({ params: nobodysModule })),
  'POST /api/v1/modules/:id/versions/:version/activate': adminOnly(400, () => ({ params: nobodysModule, body: {} })),

  // The widget's module makes no requests and stores nothing; a stranger does not even learn that.
  'GET /api/v1/modules/source/:widgetId': signedIn([200, 404, 404], sameWidgetId),
  'GET /api/v1/modules/source/:widgetId/pictures/:key': signedIn([404, 404, 404], async (world) => ({
    params: { widgetId: await world.sameWidget(), key: 'none' },
  })),
  'GET /api/v1/modules/suggestions/:id': everyUser(404, () => ({ params: nobodysModule, query: '?field=x&text=y' })),
  'POST /api/v1/modules/data': everyUser(404, async (world) => ({
    body: { widgetId: (await world.newWidget()).moduleId, name: 'unknown' },
  })),
  'GET /api/v1/modules/storage/:widgetId': signedIn([403, 404, 404], newWidgetId),
  'POST /api/v1/modules/storage/:widgetId': signedIn([403, 404, 404], withBody(newWidgetId, { value: 1 })),

  'GET /healthz': open(200),
  'GET /readyz': open(200),
  // Without a METRICS_TOKEN, this machine may read them; see operations.
  'GET /metrics': open(200),
  'GET /api/openapi.json': open(200),
}

/** The API page with its own files: for everybody. */
const isApiPage = (route: string) => route.startsWith('GET /api/docs')

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('E1 every route has an expectation, and every expectation a route', () => {
  const mounted = mountedRoutes(world.app).filter((route) => !isApiPage(route))
  expect(mounted.toSorted()).toEqual(Object.keys(matrix).toSorted())
})

describe('E1 who gets what', () => {
  test.each(Object.entries(matrix))('%s', async (name, { status, given }) => {
    const [method = '', path = ''] = name.split(' ')
    const got: Record<string, number> = {}
    for (const caller of callers) got[caller] = await world.statusOf(caller, method, path, await given(world))
    expect(got).toEqual(status)
    if (method !== 'GET' || !world.app.hasRoute({ method: 'HEAD', url: path })) return
    const head: Record<string, number> = {}
    for (const caller of callers) head[caller] = await world.statusOf(caller, 'HEAD', path, await given(world))
    expect(head).toEqual(status)
  })
})
