import { auth, type SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { type Display, displays } from '@atalaya/contract/displays'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createScreen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MINUTE = 60_000

let clock = Date.now()
let app: TestApp
let owner: SignedIn
let other: SignedIn
let page: string
let [kitchen, hall, theirs] = ['', '', '']
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  ;[owner, other] = [await app.signUp('owner'), await app.signUp('other')]
  page = (await app.call(dashboard.create, { body: { name: 'Hall' } }, owner.tokens.accessToken)).body.data.page._id
  kitchen = await createScreen(app).pairWith(owner.tokens.accessToken, { name: 'Kitchen', tags: ['wall'] })
  hall = await createScreen(app).pairWith(owner.tokens.accessToken, { name: 'Hall', tags: ['wall', 'tv'] })
  theirs = await createScreen(app).pairWith(other.tokens.accessToken, { name: 'Theirs', tags: ['wall'] })
})
afterAll(() => app.close())

const sendOrder = (to: object, order: object, who = owner) =>
  app.call(displays.sendOrder, { body: { to, order } }, who.tokens.accessToken)
async function find(id: string, who = owner): Promise<Display | undefined> {
  const { body } = await app.call(displays.list, {}, who.tokens.accessToken)
  return body.data.displays.find(({ _id }: Display) => _id === id)
}
const listAuditedOrders = () =>
  app.withDatabase((db) =>
    db
      .selectFrom('audit')
      .select(['target_name', 'details'])
      .where('action', '=', 'display.told')
      .orderBy('id')
      .execute(),
  )

describe('displays carry out', () => {
  test('the orders of their owner, by id or by tag', async () => {
    expect((await sendOrder({ displayIds: [kitchen] }, { kind: 'next' })).body.data).toEqual({ told: 1, online: 0 })
    expect((await sendOrder({ displayIds: [kitchen, hall, hall] }, { kind: 'reload' })).body.data.told).toBe(2)
    expect((await sendOrder({ tag: 'wall' }, { kind: 'message', text: 'Tea', seconds: 30 })).body.data.told).toBe(2)
    expect((await sendOrder({ tag: 'tv' }, { kind: 'identify', code: 'A7' })).body.data.told).toBe(1)
    expect((await sendOrder({ tag: 'nowhere' }, { kind: 'previous' })).body.data).toEqual({ told: 0, online: 0 })
    expect(await listAuditedOrders()).toEqual([
      { target_name: 'Kitchen', details: 'next' },
      { target_name: null, details: 'reload: Hall, Kitchen' },
      { target_name: null, details: 'message: Hall, Kitchen' },
      { target_name: 'Hall', details: 'identify' },
    ])
  })

  test('an order by tag without a look into the playlists', async () => {
    const entries = [{ pageId: page, seconds: 5 }]
    await createScreen(app).pairWith(owner.tokens.accessToken, { name: 'Porch', tags: ['out'], entries })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    expect((await sendOrder({ tag: 'out' }, { kind: 'next' })).body.data.told).toBe(1)
    const playlists = parse.mock.calls.filter(([text]) => String(text).startsWith(`[{"pageId":"${page}"`))
    expect(playlists).toEqual([])
  })

  test('no order if one of them is unknown or belongs to another owner', async () => {
    const before = (await listAuditedOrders()).length
    for (const strange of [theirs, crypto.randomUUID()]) {
      const { status, body } = await sendOrder(
        { displayIds: [kitchen, strange] },
        { kind: 'brightness', brightness: 50 },
      )
      expect([status, body.code]).toEqual([404, 'displays.not_found'])
    }
    expect((await find(kitchen))?.settings.brightness).toBe(100)
    expect((await listAuditedOrders()).length).toBe(before)
  })

  test('the order to show a page for some minutes, which the server stores', async () => {
    expect((await sendOrder({ displayIds: [hall] }, { kind: 'page', pageId: page })).status).toBe(200)
    expect((await find(hall))?.event).toEqual({ pageId: page, until: new Date(clock + 10 * MINUTE).toISOString() })
    expect((await find(kitchen))?.event).toBeNull()
    clock += 10 * MINUTE - 1
    const again = await signInAgain()
    expect((await find(hall, again))?.event).not.toBeNull()
    clock += 1
    expect((await find(hall, again))?.event).toBeNull()
    await sendOrder({ tag: 'wall' }, { kind: 'page', pageId: page, minutes: 1 }, again)
    expect((await find(kitchen, again))?.event).not.toBeNull()
    await sendOrder({ tag: 'wall' }, { kind: 'page', pageId: null }, again)
    expect((await find(kitchen, again))?.event).toBeNull()
  })

  test('no order for a page of somebody else', async () => {
    const { accessToken } = (await signInAgain('other')).tokens
    const strange = (await app.call(dashboard.create, { body: { name: 'Den' } }, accessToken)).body.data.page._id
    const { status, body } = await sendOrder(
      { displayIds: [hall] },
      { kind: 'page', pageId: strange },
      await signInAgain(),
    )
    expect([status, body.code]).toEqual([400, 'displays.no_page'])
    expect(body.errors).toEqual([{ path: 'order.pageId', message: expect.any(String) }])
  })

  test('orders for theme and brightness, which are stored in their settings', async () => {
    const by = await signInAgain()
    await sendOrder({ tag: 'wall' }, { kind: 'theme', theme: 'dark' }, by)
    await sendOrder({ displayIds: [hall] }, { kind: 'brightness', brightness: 40 }, by)
    expect((await find(hall, by))?.settings).toMatchObject({ theme: 'dark', brightness: 40, zoom: 100 })
    expect((await find(kitchen, by))?.settings).toMatchObject({ theme: 'dark', brightness: 100 })
  })

  test('no invalid order', async () => {
    const by = await signInAgain()
    for (const [to, order] of [
      [{}, { kind: 'next' }],
      [{ displayIds: [] }, { kind: 'next' }],
      [{ displayIds: [hall], tag: 'wall' }, { kind: 'next' }],
      [{ displayIds: [hall] }, { kind: 'explode' }],
      [{ displayIds: [hall] }, { kind: 'brightness', brightness: 0 }],
      [{ displayIds: [hall] }, { kind: 'message', text: ' ', seconds: 10 }],
      [{ displayIds: [hall] }, { kind: 'identify', code: 'lower' }],
    ] as const) {
      expect((await sendOrder(to, order, by)).status).toBe(400)
    }
    expect(
      (await app.call(displays.sendOrder, { body: { to: { tag: 'wall' }, order: { kind: 'next' } } })).status,
    ).toBe(401)
  })
})

test('the owner’s screens get each order once, and the new state of changed displays', async () => {
  const by = await signInAgain()
  const stream = await openEvents(await app.listen(), by.tokens.accessToken)
  await sendOrder({ tag: 'wall' }, { kind: 'next' }, by)
  await sendOrder({ displayIds: [hall] }, { kind: 'brightness', brightness: 70 }, by)
  const ofDisplays = () => stream.events.filter(({ type }) => type.startsWith('display.'))
  await expect.poll(() => ofDisplays()).toHaveLength(3)
  expect(ofDisplays()).toMatchObject([
    { type: 'display.told', data: { displayIds: [hall, kitchen], order: { kind: 'next' } } },
    { type: 'display.told', data: { displayIds: [hall], order: { kind: 'brightness', brightness: 70 } } },
    { type: 'display.updated', data: { _id: hall, settings: { brightness: 70 } } },
  ])
  await stream.close()
})

async function signInAgain(username = 'owner'): Promise<SignedIn> {
  return (await app.call(auth.login, { body: { username, password: 'correct horse battery' } })).body.data
}
