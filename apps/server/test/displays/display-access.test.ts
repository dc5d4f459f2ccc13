import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { modulePhotos } from '@atalaya/contract/module-photos'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { moduleSources } from '@atalaya/contract/module-sources'
import { modules } from '@atalaya/contract/modules'
import type { Route } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractRoutes } from '#test/support/contract-routes.ts'
import { createScreen, type Screen } from '#test/support/display-world.ts'
import { photoOf } from '#test/support/photos.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
let ann: SignedIn
let admin: SignedIn
let screen: Screen
let id: string
/** One agent, page and widget that the display shows, and one of each that it does not. */
let visible: { agent: string; page: string; widget: string }
let other: typeof visible

beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  admin = await app.signUp('admin')
  ann = await app.signUp('ann')
  const resources = async (name: string) => {
    const agent = (await asAnn(agents.register, { body: { name } })).body.data.agent._id
    const page = (await asAnn(dashboard.create, { body: { name } })).body.data.page._id
    return { agent, page, widget: await putWidget(page, 'agent-status', { agentId: agent }) }
  }
  visible = await resources('shown')
  other = await resources('other')
  screen = createScreen(app)
  id = await screen.pairWith(ann.tokens.accessToken, { entries: [{ pageId: visible.page }] })
})
afterAll(() => app.close())

const asAnn = (route: Route, options = {}) => app.call(route, options, ann.tokens.accessToken)
async function putWidget(page: string, kind: string, config: object): Promise<string> {
  const body = { meta: { id: kind }, config }
  return (await asAnn(dashboard.install, { params: { id: page }, body })).body.data.module._id
}
const statusOf = async (route: Route, options = {}) => {
  const { status, body } = await screen.as(route, options)
  return status === 200 ? 200 : [status, body.code]
}
const lastHour = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }

describe('E1 a display reads', () => {
  test('the pages of its playlist, and the modules on them', async () => {
    const { pages } = (await screen.as(dashboard.list)).body.data
    expect(pages.map(({ _id }: { _id: string }) => _id)).toEqual([visible.page])
    const { modules: listed } = (await screen.as(modules.list)).body.data
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(['agent-status'])
  })

  test('only the agents that its pages name', async () => {
    const { agents: listed } = (await screen.as(agents.list)).body.data
    expect(listed.map(({ agentId }: { agentId: string }) => agentId)).toEqual([visible.agent])
    expect(await statusOf(agents.get, { params: { id: visible.agent } })).toBe(200)
    expect(await statusOf(telemetry.range, { params: { id: visible.agent }, query: lastHour })).toBe(200)
    for (const id of [other.agent, ann.user._id]) {
      expect((await screen.as(agents.get, { params: { id } })).status).toBe(404)
      expect((await screen.as(telemetry.range, { params: { id }, query: lastHour })).status).toBe(404)
    }
  })

  test('the agents that modules of several kinds name', async () => {
    const gauge = await putWidget(visible.page, 'gauge', { agentId: other.agent, metric: 'cpu.percent' })
    for (const id of [visible.agent, other.agent]) expect(await statusOf(agents.get, { params: { id } })).toBe(200)
    await asAnn(dashboard.removeModule, { params: { id: visible.page, moduleId: gauge } })
    expect((await screen.as(agents.get, { params: { id: other.agent } })).status).toBe(404)
  })

  test('only those named agents that its owner may see, which are all for an administrator', async () => {
    const ofAdmin = (await app.call(agents.register, { body: {} }, admin.tokens.accessToken)).body.data.agent._id
    await putWidget(visible.page, 'agent-status', { agentId: ofAdmin })
    expect((await screen.as(agents.get, { params: { id: ofAdmin } })).status).toBe(404)

    const token = admin.tokens.accessToken
    const page = (await app.call(dashboard.create, { body: { name: 'all' } }, token)).body.data.page._id
    const body = { meta: { id: 'agent-status' }, config: { agentId: other.agent } }
    await app.call(dashboard.install, { params: { id: page }, body }, token)
    const adminScreen = createScreen(app)
    await adminScreen.pairWith(token, { entries: [{ pageId: page }] })
    expect((await adminScreen.as(agents.get, { params: { id: other.agent } })).status).toBe(200)
    expect((await adminScreen.as(telemetry.range, { params: { id: other.agent }, query: lastHour })).status).toBe(200)
  })

  test('only the data of widgets on its pages', async () => {
    const paramsOf = (widgetId: string) => ({ params: { widgetId } })
    const shownId = await putWidget(visible.page, 'weather', {})
    const otherId = await putWidget(other.page, 'weather', {})
    const missing = [404, 'dashboard.module_not_found']
    expect(await statusOf(moduleSources.read, paramsOf(shownId))).toBe(200)
    expect(await statusOf(moduleSources.read, paramsOf(otherId))).toEqual(missing)
    expect(await statusOf(moduleRequests.readStorage, paramsOf(other.widget))).toEqual(missing)
    expect(await statusOf(moduleRequests.send, { body: { widgetId: other.widget, name: 'any' } })).toEqual(missing)
  })

  test('the storage of its widgets, and writes it only where the owner allows', async () => {
    const optionsOf = (widgetId: string) => ({ params: { widgetId }, body: { value: { items: [] } } })
    const store = (widgetId: string) => statusOf(moduleRequests.writeStorage, optionsOf(widgetId))
    const refused = [403, 'displays.refused']
    const small = { size: '1x1' }
    const list = await putWidget(visible.page, 'todo', small)
    const tickable = await putWidget(visible.page, 'todo', { ...small, tickOnDisplays: true })
    expect([await store(list), await store(tickable)]).toEqual([refused, 200])
    expect(await statusOf(moduleRequests.readStorage, optionsOf(list))).toBe(200)
    expect(await store(visible.widget)).toEqual([403, 'modules.no_storage'])
    expect(await store(await putWidget(other.page, 'todo', { ...small, tickOnDisplays: true }))).toEqual([
      404,
      'dashboard.module_not_found',
    ])
    const config = { ...small, tickOnDisplays: false }
    await asAnn(dashboard.editModule, { params: { id: visible.page, moduleId: tickable }, body: { config } })
    expect(await store(tickable)).toEqual(refused)
    for (const moduleId of [list, tickable])
      await asAnn(dashboard.removeModule, { params: { id: visible.page, moduleId } })
  })

  test('the photos of its widgets, and cannot add, move or remove any', async () => {
    const shownId = await putWidget(visible.page, 'photos', {})
    const otherId = await putWidget(other.page, 'photos', {})
    const ids: string[] = []
    for (const widgetId of [shownId, otherId]) {
      const options = { params: { widgetId }, body: { jpeg: photoOf().toString('base64') } }
      ids.push((await asAnn(modulePhotos.add, options)).body.data.photo.id)
    }
    const [photoId = ''] = ids
    const missing = [404, 'dashboard.module_not_found']
    expect(await statusOf(modulePhotos.list, { params: { widgetId: shownId } })).toBe(200)
    expect(await statusOf(modulePhotos.read, { params: { widgetId: shownId, photoId } })).toBe(200)
    expect(await statusOf(modulePhotos.list, { params: { widgetId: otherId } })).toEqual(missing)
    expect(await statusOf(modulePhotos.read, { params: { widgetId: otherId, photoId } })).toEqual(missing)
    const refused = [403, 'displays.refused']
    expect(await statusOf(modulePhotos.add, { params: { widgetId: shownId }, body: { jpeg: 'none' } })).toEqual(refused)
    const move = { params: { widgetId: shownId, photoId }, body: { before: null } }
    expect(await statusOf(modulePhotos.move, move)).toEqual(refused)
    expect(await statusOf(modulePhotos.remove, { params: { widgetId: shownId, photoId } })).toEqual(refused)
    await asAnn(dashboard.removeModule, { params: { id: visible.page, moduleId: shownId } })
  })

  test('alerts and all agents of its owner only if a page shows them', async () => {
    expect(await statusOf(alerts.list)).toEqual([403, 'displays.refused'])
    await putWidget(visible.page, 'alerts', {})
    expect(await statusOf(alerts.list)).toBe(200)
    const fleet = await putWidget(visible.page, 'fleet-overview', {})
    expect((await screen.as(agents.list)).body.data.pagination.total).toBe(2)
    await asAnn(dashboard.removeModule, { params: { id: visible.page, moduleId: fleet } })
    expect((await screen.as(agents.list)).body.data.pagination.total).toBe(1)
  })

  test('an empty fleet, if its owner has no agents', async () => {
    const token = (await app.signUp()).tokens.accessToken
    const page = (await app.call(dashboard.create, { body: { name: 'empty' } }, token)).body.data.page._id
    await app.call(dashboard.install, { params: { id: page }, body: { meta: { id: 'fleet-overview' } } }, token)
    const ownScreen = createScreen(app)
    await ownScreen.pairWith(token, { entries: [{ pageId: page }] })
    const { status, body } = await ownScreen.as(agents.list)
    expect([status, body.data?.agents]).toEqual([200, []])
  })

  test('nothing by any other call', async () => {
    const closed = contractRoutes().filter(({ access, allowsDisplay }) => access !== 'public' && !allowsDisplay)
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, path, access } of closed) {
      const url = path.replace(/:(\w+)/g, visible.page)
      const headers = { ...screen.jar.headers(), authorization: `Bearer ${screen.credential()}` }
      const { statusCode } = await app.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })
      expect([method, path, statusCode]).toEqual([method, path, access === 'agent' ? 401 : 403])
    }
  })
})

describe('a display’s credential is refused', () => {
  test('without the cookie of its screen, with another cookie, or in an address', async () => {
    const token = screen.credential()
    expect((await app.call(dashboard.list, {}, token)).status).toBe(401)
    expect((await app.call(dashboard.list, { headers: { cookie: 'db=db_other' } }, token)).status).toBe(401)
    const inAddress = await app.app.inject(`/api/v1/dashboard/pages?access_token=${token}`)
    expect(inAddress.statusCode).toBe(401)
  })
})

describe('the live stream of a display', () => {
  const changePage = (page: string, name: string) => asAnn(dashboard.edit, { params: { id: page }, body: { name } })

  test('contains only events of its own pages, and ends after a change of them', async () => {
    const stream = await openEvents(address, screen.credential(), '', screen.jar.headers())
    await changePage(other.page, 'Not for walls')
    await changePage(visible.page, 'For walls')
    await stream.ended
    const received = stream.events
    expect(received.map(({ type }) => type)).toEqual(['page.updated'])
    expect(JSON.stringify(received)).not.toContain('Not for walls')
  })

  test('contains events of an agent, and none of its upstream', async () => {
    const stream = await openEvents(address, screen.credential(), '', screen.jar.headers())
    await asAnn(agents.edit, { params: { id: visible.agent }, body: { behind: other.agent } })
    await asAnn(agents.edit, { params: { id: other.agent }, body: { name: 'the switch' } })
    await asAnn(agents.edit, { params: { id: visible.agent }, body: { name: 'last' } })
    await expect.poll(() => stream.ofType('agent.updated').at(-1)?.data.name).toBe('last')
    expect(JSON.stringify(stream.events)).not.toContain(other.agent)
    await stream.close()
  })

  test('ends once the display is removed', async () => {
    const stream = await openEvents(address, screen.credential(), '', screen.jar.headers())
    await asAnn(displays.remove, { params: { id } })
    await stream.ended
    expect((await screen.as(dashboard.list)).status).toBe(401)
  })
})
