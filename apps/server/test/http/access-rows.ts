import { existsSync } from 'node:fs'
import { mailChannel, offlineRule } from '#test/support/alert-fixtures.ts'
import { validTheme } from '#test/support/themes.ts'
import {
  adminOnly,
  agentOnly,
  body,
  everyUser,
  type InputBuilder,
  open,
  ownOnly,
  ownOrAdmin,
  type Row,
  signedIn,
  withBody,
} from './access-row.ts'
import { authMatrix } from './access-rows-auth.ts'
import { displaysMatrix } from './access-rows-displays.ts'

const isAgentBuilt = existsSync(new URL('../../../../packages/agent/dist/agent.mjs', import.meta.url))
const newAgent: InputBuilder = async (world) => ({ params: { id: await world.newAgent() } })
const newUser: InputBuilder = async (world) => ({ params: { id: await world.newUser() } })
const newPage: InputBuilder = async (world) => ({ params: { id: (await world.newPage())._id } })
const newWidgetId: InputBuilder = async (world) => ({ params: { widgetId: (await world.newWidget()).moduleId } })
const sharedWidgetId: InputBuilder = async (world) => ({ params: { widgetId: (await world.sharedWidget()).moduleId } })
const noPhotoId: InputBuilder = async (world) => ({
  params: { widgetId: (await world.sharedWidget()).moduleId, photoId: 'unknown' },
})
const newIncident: InputBuilder = async (world) => ({ params: { id: await world.newIncident() } })
const newTrash: InputBuilder = async (world) => ({ params: { id: await world.newTrash() } })
const newCredential: InputBuilder = async (world) => ({ params: { id: await world.newCredential() } })
const nobodysIndex = { id: 'no-such-index', moduleId: 'no-such-module' }
const nobodysModule = { id: 'no-such-module', version: '1.0.0' }

/**
 * Expected status of every route for each caller. Each call gets new resources of A for each caller, so that one
 * call does not spoil the next. A route without a row fails the test.
 */
export const matrix: Record<string, Row> = {
  ...authMatrix,
  ...displaysMatrix,

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
  'DELETE /api/v1/users/:id/second-factor': adminOnly(200, newUser),
  'GET /api/v1/admin/second-factor': adminOnly(200),
  'PATCH /api/v1/admin/second-factor': adminOnly(409, body({ administratorsMust: true })),
  'GET /api/v1/tokens': everyUser(200),
  'POST /api/v1/tokens': everyUser(200, body({ name: 'script', scopes: ['agents:read'] })),
  'DELETE /api/v1/tokens/:id': ownOnly(200, newCredential),
  'GET /api/v1/admin/tokens': adminOnly(200),
  'DELETE /api/v1/admin/tokens/:id': adminOnly(200, newCredential),
  'GET /api/v1/preferences': everyUser(200),
  'PATCH /api/v1/preferences': everyUser(200, body({ fleetLook: { columns: ['disk'] } })),
  'GET /api/v1/themes': everyUser(200),
  'POST /api/v1/themes': adminOnly(200, body({ file: JSON.stringify(validTheme), replace: true })),
  'DELETE /api/v1/themes/:id': adminOnly(404, async () => ({ params: { id: 'unknown' } })),
  'GET /api/v1/audit': adminOnly(200),
  'GET /api/v1/audit.csv': adminOnly(200),
  'GET /api/v1/backups': adminOnly(200),
  'POST /api/v1/backups': adminOnly(409),
  'GET /api/v1/installation': adminOnly(200),
  'GET /api/v1/installation/address': everyUser(200),
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
  'GET /api/v1/agents/:id/data/:recordId': everyUser(404, async (world) => ({
    params: { id: await world.newAgent(), recordId: 'unknown' },
  })),
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
  'GET /api/v1/alerts': everyUser(200),
  'GET /api/v1/alerts/counts': everyUser(200),
  'GET /api/v1/alerts/:id': ownOnly(200, newIncident),
  'POST /api/v1/alerts/:id/acknowledge': ownOnly(200, newIncident),
  'GET /api/v1/alerts/silences': everyUser(200),
  'POST /api/v1/alerts/silences': ownOnly(200, async (world) => ({
    body: { target: { kind: 'rule', id: await world.newRule() }, forS: 600 },
  })),
  'DELETE /api/v1/alerts/silences/:id': ownOnly(200, async (world) => ({ params: { id: await world.newSilence() } })),
  'GET /api/v1/alerts/rules': everyUser(200),
  'POST /api/v1/alerts/rules': everyUser(200, body(offlineRule)),
  'POST /api/v1/alerts/rules/preview': everyUser(200, body(offlineRule)),
  'PATCH /api/v1/alerts/rules/:id': ownOnly(200, async (world) => ({
    params: { id: await world.newRule() },
    body: { rule: offlineRule, version: 1 },
  })),
  'DELETE /api/v1/alerts/rules/:id': ownOnly(200, async (world) => ({ params: { id: await world.newRule() } })),
  'GET /api/v1/alerts/channels': everyUser(200),
  'POST /api/v1/alerts/channels': everyUser(200, body(mailChannel)),
  'PATCH /api/v1/alerts/channels/:id': ownOnly(200, async (world) => ({
    params: { id: await world.newChannel() },
    body: { ...mailChannel, address: { kind: 'email', to: `${crypto.randomUUID()}@example.org` } },
  })),
  'DELETE /api/v1/alerts/channels/:id': ownOnly(200, async (world) => ({ params: { id: await world.newChannel() } })),
  'POST /api/v1/alerts/channels/:id/test': ownOnly(200, async (world) => ({
    params: { id: await world.newChannel() },
  })),
  'PATCH /api/v1/alerts/choices': everyUser(200, body({ quiet: null, digest: null })),
  'GET /api/v1/alerts/messages': everyUser(200),
  'GET /api/v1/admin/alerts/senders': adminOnly(200),
  'PATCH /api/v1/admin/alerts/senders': adminOnly(200, body({ smtp: null, telegram: null, deadMan: null })),
  // No mail server is set up.
  'POST /api/v1/admin/alerts/senders/test': adminOnly(409, body({ to: 'ann@example.org' })),
  'GET /api/v1/batches/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),
  'GET /api/v1/stats': everyUser(200),
  'GET /api/v1/data/latest': everyUser(200),
  'GET /api/agent/v1/ws': agentOnly(400),
  'POST /api/agent/v1/sync': agentOnly(410, body({ session: 'unknown' })),
  'GET /agent.mjs': open(isAgentBuilt ? 200 : 404),
  'GET /framed/:sealed': open(404, () => ({ params: { sealed: 'not ours' } })),

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
  'POST /api/v1/dashboard/pages/:id/copies': ownOnly(200, async (world) => {
    const { id, moduleId } = await world.sharedWidget()
    return { params: { id }, body: { moduleId } }
  }),
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
  // Spotify is not set up here, and no connection was begun.
  'POST /api/v1/integrations/spotify/start': everyUser(409, body({ origin: 'http://127.0.0.1' })),
  'POST /api/v1/integrations/spotify/exchange': everyUser(400, body({ code: 'x', state: 'unknown' })),
  'DELETE /api/v1/integrations/:id': everyUser(404, () => ({ params: { id: 'unknown' } })),

  'GET /api/v1/modules': everyUser(200),
  'POST /api/v1/modules': adminOnly(415, body({})),
  'GET /api/v1/modules/packages': adminOnly(200),
  'POST /api/v1/modules/scan': adminOnly(200),
  'GET /api/v1/modules/indexed': adminOnly(200),
  'GET /api/v1/modules/indexes': adminOnly(200),
  'POST /api/v1/modules/indexes': adminOnly(502, body({ address: 'http://10.0.0.1/', key: 'A'.repeat(43) })),
  'POST /api/v1/modules/indexes/find': adminOnly(502, body({ address: 'http://10.0.0.1/' })),
  'POST /api/v1/modules/indexes/:id/look': adminOnly(404, () => ({ params: nobodysIndex })),
  'POST /api/v1/modules/indexes/:id/key': adminOnly(404, () => ({
    params: nobodysIndex,
    body: { key: 'A'.repeat(43) },
  })),
  'DELETE /api/v1/modules/indexes/:id': adminOnly(404, () => ({ params: nobodysIndex })),
  'POST /api/v1/modules/indexes/:id/modules/:moduleId/install': adminOnly(404, () => ({
    params: nobodysIndex,
    body: { version: '1.0.0' },
  })),
  'DELETE /api/v1/modules/:id': adminOnly(404, () => ({ params: nobodysModule })),
  'DELETE /api/v1/modules/:id/versions/:version': adminOnly(404, () => ({ params: nobodysModule })),
  'POST /api/v1/modules/:id/versions/:version/activate': adminOnly(400, () => ({ params: nobodysModule, body: {} })),

  // The widget's module makes no requests, stores nothing and has no photos; a stranger does not even learn that.
  'GET /api/v1/modules/source/:widgetId': signedIn([200, 404, 404], sharedWidgetId),
  'GET /api/v1/modules/source/:widgetId/pictures/:key': signedIn([404, 404, 404], async (world) => ({
    params: { widgetId: (await world.sharedWidget()).moduleId, key: 'none' },
  })),
  'POST /api/v1/modules/suggestions/:id': everyUser(404, () => ({
    params: nobodysModule,
    body: { field: 'x', text: 'y' },
  })),
  'POST /api/v1/modules/data': everyUser(404, async (world) => ({
    body: { widgetId: (await world.newWidget()).moduleId, name: 'unknown' },
  })),
  'GET /api/v1/modules/storage/:widgetId': signedIn([403, 404, 404], newWidgetId),
  'POST /api/v1/modules/storage/:widgetId': signedIn([403, 404, 404], withBody(newWidgetId, { value: 1 })),

  'GET /api/v1/modules/photos/:widgetId': signedIn([403, 404, 404], sharedWidgetId),
  'POST /api/v1/modules/photos/:widgetId': signedIn([403, 404, 404], withBody(sharedWidgetId, { jpeg: '/9j/' })),
  'GET /api/v1/modules/photos/:widgetId/:photoId': signedIn([403, 404, 404], noPhotoId),
  'PATCH /api/v1/modules/photos/:widgetId/:photoId': signedIn([403, 404, 404], withBody(noPhotoId, { before: null })),
  'DELETE /api/v1/modules/photos/:widgetId/:photoId': signedIn([403, 404, 404], noPhotoId),

  'GET /healthz': open(200),
  'GET /readyz': open(200),
  // Without a METRICS_TOKEN, this machine may read them.
  'GET /metrics': open(200),
  'GET /api/openapi.json': open(200),
}
