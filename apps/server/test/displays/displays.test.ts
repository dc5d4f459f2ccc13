import type { SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { type Display, displays } from '@atalaya/contract/displays'
import type { Route } from '@atalaya/contract/route'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let address: string
let admin: SignedIn
let owner: SignedIn
let other: SignedIn
let page: string
let id: string
beforeAll(async () => {
  app = await createTestApp()
  address = await app.listen()
  ;[admin, owner, other] = [await app.signUp('admin'), await app.signUp('owner'), await app.signUp('other')]
  page = (await callAs(owner, dashboard.create, { body: { name: 'Hall' } })).body.data.page._id
})
afterAll(() => app.close())
beforeEach(async () => {
  id = await createScreen(app).pairWith(owner.tokens.accessToken, { tags: ['wall'] })
})

const callAs = (who: SignedIn, route: Route, options = {}) => app.call(route, options, who.tokens.accessToken)
const edit = (body: object, who = owner) => callAs(who, displays.edit, { params: { id }, body })
const listOf = async (who: SignedIn): Promise<Display[]> => (await callAs(who, displays.list)).body.data.displays
const findDisplay = async () => (await listOf(owner)).find(({ _id }) => _id === id)
const auditOf = (action: string, target = id) =>
  app.withDatabase((db) =>
    db
      .selectFrom('audit')
      .select(['actor_name', 'target_name', 'details'])
      .where('action', '=', action as 'display.changed')
      .where('target_id', '=', target)
      .execute(),
  )

describe('a user’s own displays', () => {
  test('are listed by name, without displays of others', async () => {
    await edit({ name: 'Attic' })
    const names = (await listOf(owner)).map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toContain('Attic')
    expect(await listOf(other)).toEqual([])
    expect(await listOf(admin)).toEqual([])
  })

  test('can be changed in all fields', async () => {
    const settings = {
      theme: 'dark',
      night: { from: '22:00', to: '06:00', brightness: 0 },
      onAlert: { pageId: page, from: 'critical' },
    }
    const fields = { name: 'Attic', place: 'Top', zone: 'Asia/Kolkata', tags: ['a', 'b'], entries: [{ pageId: page }] }
    const { status, body } = await edit({ ...fields, settings })
    expect(status).toBe(200)
    const entries = [{ pageId: page, seconds: 30, hours: null }]
    expect(body.data.display).toMatchObject({ ...fields, entries, settings: { ...settings, zoom: 100, idle: null } })
    expect(await findDisplay()).toEqual(body.data.display)
    expect(await auditOf('display.changed')).toEqual([
      { actor_name: 'owner', target_name: 'Attic', details: 'name, place, tags, zone, entries, settings' },
    ])
  })

  test('keep the fields that an edit leaves out', async () => {
    const before = await findDisplay()
    await edit({ place: 'Cellar' })
    expect(await findDisplay()).toEqual({ ...before, place: 'Cellar' })
    expect((await edit({})).status).toBe(200)
    expect(await findDisplay()).toEqual({ ...before, place: 'Cellar' })
  })

  test('cannot show pages of others, and keep the ids of pages deleted later', async () => {
    const theirs = (await callAs(other, dashboard.create, { body: { name: 'Theirs' } })).body.data.page._id
    const onAlert = (pageId: string) => ({ settings: { onAlert: { pageId, from: 'info' } } })
    const refused = await edit({ entries: [{ pageId: page }, { pageId: theirs }], ...onAlert(theirs) })
    expect([refused.status, refused.body.code]).toEqual([400, 'displays.no_page'])
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'entries.1.pageId',
      'settings.onAlert.pageId',
    ])
    const passing = (await callAs(owner, dashboard.create, { body: { name: 'Passing' } })).body.data.page._id
    await edit({ entries: [{ pageId: passing }], ...onAlert(passing) })
    await callAs(owner, dashboard.remove, { params: { id: passing } })
    const entries = [{ pageId: page }, { pageId: passing }]
    expect((await edit({ entries, ...onAlert(passing) })).status).toBe(200)
    expect((await findDisplay())?.entries.map(({ pageId }) => pageId)).toEqual([page, passing])
    await edit({ entries: [], settings: {} })
    expect((await edit({ entries })).status).toBe(400)
  })

  test('cannot have an unknown time zone or invalid settings', async () => {
    const { status, body } = await edit({ zone: 'Mars/Olympus' })
    expect([status, body.code]).toEqual([400, 'displays.unknown_zone'])
    expect(body.error).toContain('Mars/Olympus')
    for (const settings of [
      { zoom: 20 },
      { turned: 45 },
      { brightness: 9 },
      { idle: { minutes: 0, shows: 'clock' } },
      { more: 1 },
    ]) {
      expect((await edit({ settings })).status).toBe(400)
    }
  })

  test('can be removed, which revokes the credentials of their screens', async () => {
    expect((await callAs(owner, displays.remove, { params: { id } })).status).toBe(200)
    expect(await findDisplay()).toBeUndefined()
    expect((await callAs(owner, displays.remove, { params: { id } })).status).toBe(404)
    expect(await auditOf('display.removed')).toEqual([{ actor_name: 'owner', target_name: 'Kitchen', details: '' }])
    const revoked = await app.withDatabase((db) =>
      db.selectFrom('credentials').select('revoked_at').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(revoked.revoked_at).not.toBeNull()
  })

  test.each([
    ['others', () => other],
    ['administrators', () => admin],
  ])('cannot be changed or removed by %s', async (_who, who) => {
    const refused = [await edit({ name: 'Mine' }, who()), await callAs(who(), displays.remove, { params: { id } })]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'displays.not_found']))
  })

  test('cannot be read or changed without a session', async () => {
    expect((await app.call(displays.list)).status).toBe(401)
    expect((await app.call(displays.edit, { params: { id }, body: {} })).status).toBe(401)
    expect((await app.call(displays.remove, { params: { id } })).status).toBe(401)
  })
})

describe('administrators', () => {
  test('see all displays with their owners, without their pages', async () => {
    const { status, body } = await callAs(admin, displays.listAll)
    expect(status).toBe(200)
    const display = body.data.displays.find(({ _id }: Display) => _id === id)
    expect(display).toEqual({
      _id: id,
      name: 'Kitchen',
      place: '',
      isOnline: false,
      seenAt: null,
      createdAt: expect.any(String),
      owner: { _id: owner.user._id, username: 'owner' },
    })
  })

  test('can remove any display', async () => {
    expect((await callAs(admin, displays.removeAny, { params: { id } })).status).toBe(200)
    expect(await findDisplay()).toBeUndefined()
    expect((await callAs(admin, displays.removeAny, { params: { id } })).status).toBe(404)
    expect(await auditOf('display.removed')).toMatchObject([{ actor_name: 'admin' }])
  })

  test('are the only users who may list or remove all displays', async () => {
    expect((await callAs(owner, displays.listAll)).status).toBe(403)
    expect((await callAs(owner, displays.removeAny, { params: { id } })).status).toBe(403)
    expect((await app.call(displays.listAll)).status).toBe(401)
  })
})

test('each change of a display is sent as a live event to its owner', async () => {
  const stream = await openEvents(address, owner.tokens.accessToken)
  const received = () =>
    stream.events.flatMap((event) =>
      event.type === 'display.updated'
        ? [`${event.data.name} at ${event.data.place}`]
        : event.type === 'display.deleted'
          ? [event.data._id]
          : [],
    )
  const second = await createScreen(app).pairWith(owner.tokens.accessToken, { name: 'Second' })
  await edit({ place: 'Cellar' })
  await callAs(owner, displays.remove, { params: { id: second } })
  await callAs(admin, displays.removeAny, { params: { id } })
  await expect.poll(() => received()).toEqual(['Second at ', 'Kitchen at Cellar', second, id])
  await stream.close()
})
