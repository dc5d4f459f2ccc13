import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import type { Severity } from '@atalaya/contract/severity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addIncident } from '#test/support/alert-fixtures.ts'
import { createScreen, type Screen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let admin: SignedIn
let owner: SignedIn
let screen: Screen
let [page, agentId] = ['', '']
beforeAll(async () => {
  // The judge does not run, so an alert fires until the test ends it.
  app = await createTestApp({ times: { judgeEveryMs: 3_600_000 } })
  ;[admin, owner] = [await app.signUp('admin'), await app.signUp('owner')]
  agentId = (await app.call(agents.register, {}, owner.tokens.accessToken)).body.data.agent._id
  page = (await app.call(dashboard.create, { body: { name: 'Alerts' } }, owner.tokens.accessToken)).body.data.page._id
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.withDatabase((db) => db.deleteFrom('alert_incidents').execute())
  screen = await createAlertDisplay(owner, page, 'warning')
})

/** Makes a display with a page for alerts of at least this severity. */
async function createAlertDisplay(who: SignedIn, pageId: string, minSeverity: Severity): Promise<Screen> {
  const created = createScreen(app)
  const id = await created.pairWith(who.tokens.accessToken)
  const body = { settings: { onAlert: { pageId, from: minSeverity } } }
  await app.call(displays.edit, { params: { id }, body }, who.tokens.accessToken)
  return created
}
async function fire(severity: Severity, ownerId: string | null = owner.user._id): Promise<string> {
  const id = await addIncident(app, { ownerId, ruleId: null, agentId })
  await app.withDatabase((db) => db.updateTable('alert_incidents').set({ severity }).where('id', '=', id).execute())
  return id
}
const alertPage = async (onScreen = screen) => (await onScreen.self()).alertPageId

describe('the page for alerts', () => {
  test('is shown while an alert of at least its severity fires, and is returned with each report', async () => {
    expect(await alertPage()).toBeNull()
    await fire('info')
    expect(await alertPage()).toBeNull()
    const id = await fire('warning')
    expect(await alertPage()).toBe(page)
    expect((await screen.sendReport('screen-one')).body.data.display.alertPageId).toBe(page)
    await app.withDatabase((db) =>
      db.updateTable('alert_incidents').set({ ended_at: Date.now() }).where('id', '=', id).execute(),
    )
    expect(await alertPage()).toBeNull()
  })

  test('is shown for more severe alerts, and for acknowledged ones', async () => {
    const id = await fire('critical')
    expect(await alertPage()).toBe(page)
    await app.call(alerts.acknowledge, { params: { id } }, owner.tokens.accessToken)
    expect(await alertPage()).toBe(page)
  })

  test('is not shown for a silenced alert', async () => {
    const id = await fire('critical')
    const body = { target: { kind: 'incident', id }, forS: 3600 }
    expect((await app.call(alerts.silence, { body }, owner.tokens.accessToken)).status).toBe(200)
    expect(await alertPage()).toBeNull()
    await fire('warning')
    expect(await alertPage()).toBe(page)
  })

  test('is not shown for an alert that the display’s owner does not get', async () => {
    const { accessToken } = admin.tokens
    const ofAdmin = (await app.call(dashboard.create, { body: { name: 'A' } }, accessToken)).body.data.page._id
    const office = await createAlertDisplay(admin, ofAdmin, 'info')
    await fire('critical', admin.user._id)
    expect([await alertPage(), await alertPage(office)]).toEqual([null, ofAdmin])
    await app.withDatabase((db) => db.deleteFrom('alert_incidents').execute())
    await fire('critical', null)
    expect([await alertPage(), await alertPage(office)]).toEqual([null, ofAdmin])
  })

  test('is not shown if the owner chose no such page', async () => {
    const plain = createScreen(app)
    await plain.pairWith(owner.tokens.accessToken)
    await fire('critical')
    expect(await alertPage(plain)).toBeNull()
  })
})
