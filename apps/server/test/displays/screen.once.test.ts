import { randomUUID } from 'node:crypto'
import { audit } from '@atalaya/contract/audit'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { displayScreen } from '@atalaya/contract/display-screen'
import { type Display, displays } from '@atalaya/contract/displays'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreen, report, type Screen } from '#test/support/display-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const [FIRST_SCREEN, SECOND_SCREEN] = ['screen-one', 'screen-two']

let clock = Date.now()
let app: TestApp
let address: string
let owner: SignedIn
let screen: Screen
let id: string
beforeAll(async () => {
  app = await createTestApp({ now: () => clock, times: { displaysCheckEveryMs: 20 } })
  address = await app.listen()
  await app.signUp('owner')
})
afterAll(() => app.close())
beforeEach(async () => {
  clock += 60 * MINUTE
  await signIn()
  screen = createScreen(app)
  id = await screen.pairWith(owner.tokens.accessToken)
})

async function signIn(): Promise<void> {
  const login = { username: 'owner', password: 'correct horse battery' }
  owner = (await app.call(auth.login, { body: login })).body.data
}
const asOwner = (route: Parameters<TestApp['call']>[0], options = {}) =>
  app.call(route, options, owner.tokens.accessToken)
async function find(): Promise<Display> {
  return (await asOwner(displays.list)).body.data.displays.find(({ _id }: Display) => _id === id)
}
const countRefusedCopies = async () =>
  (await asOwner(audit.list, { query: { action: 'display.copy_refused' } })).body.data.entries.filter(
    ({ target }: { target: { id: string } }) => target.id === id,
  ).length
const isOnline = async () => (await find()).isOnline

describe('a call of a display', () => {
  test('returns its pages and settings', async () => {
    const page = (await asOwner(dashboard.create, { body: { name: 'Hall' } })).body.data.page._id
    const fields = { name: 'Kitchen 2', entries: [{ pageId: page }], settings: { theme: 'dark' } }
    const { display } = (await asOwner(displays.edit, { params: { id }, body: fields })).body.data
    await asOwner(displays.sendOrder, { body: { to: { displayIds: [id] }, order: { kind: 'page', pageId: page } } })
    const { status, body } = await screen.as(displayScreen.self)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      display: {
        _id: id,
        name: 'Kitchen 2',
        zone: 'Europe/Vienna',
        owner: 'owner',
        alertPageId: null,
        entries: display.entries,
        settings: display.settings,
        event: { pageId: page, until: new Date(clock + 10 * MINUTE).toISOString() },
      },
      at: new Date(clock).toISOString(),
    })
  })

  test('renews its cookie for 400 days', async () => {
    const before = screen.jar.headers().cookie
    const replies = [await screen.as(displayScreen.self), await screen.sendReport(FIRST_SCREEN)]
    for (const { headers } of replies)
      expect(String(headers['set-cookie'])).toMatch(/^db=db_[\w-]{43}; Max-Age=34560000/)
    expect(screen.jar.headers().cookie).toBe(before)
  })

  test('is refused for users and strangers', async () => {
    for (const token of [owner.tokens.accessToken, undefined]) {
      const status = token ? 404 : 401
      const replies = [
        await app.call(displayScreen.self, {}, token),
        await app.call(displayScreen.report, { body: { screen: FIRST_SCREEN, report } }, token),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([status, status])
      if (token) expect(replies.map(({ body }) => body.code)).toEqual(Array(2).fill('displays.not_one'))
    }
  })

  test('is refused once the display was removed', async () => {
    await asOwner(displays.remove, { params: { id } })
    expect((await screen.as(displayScreen.self)).status).toBe(401)
    expect((await screen.sendReport(FIRST_SCREEN)).status).toBe(401)
  })
})

describe('the report of a display', () => {
  test('is shown to its owner', async () => {
    const sent = { pageId: randomUUID(), version: '9.9.9', width: 3840, height: 2160, memoryBytes: null, stillMs: 40 }
    const { status, body } = await screen.sendReport(FIRST_SCREEN, sent)
    expect([status, body.data.display._id, body.data.at]).toEqual([200, id, new Date(clock).toISOString()])
    expect(await find()).toMatchObject({ report: sent, isOnline: true, seenAt: new Date(clock).toISOString() })
    const all = (await asOwner(displays.listAll)).body.data.displays
    expect(all.find(({ _id }: Display) => _id === id)).toMatchObject({ isOnline: true })
  })

  test('keeps the display online for a minute', async () => {
    await screen.sendReport(FIRST_SCREEN)
    clock += MINUTE - 1
    expect(await isOnline()).toBe(true)
    clock += 1
    expect(await isOnline()).toBe(false)
    await screen.sendReport(FIRST_SCREEN)
    expect(await isOnline()).toBe(true)
    const told = await asOwner(displays.sendOrder, { body: { to: { displayIds: [id] }, order: { kind: 'next' } } })
    expect(told.body.data).toEqual({ told: 1, online: 1 })
  })

  test.each([
    ['screen', { screen: 'short', report }],
    ['report', { screen: FIRST_SCREEN }],
    ['width', { screen: FIRST_SCREEN, report: { ...report, width: -1 } }],
    ['an unknown field', { screen: FIRST_SCREEN, report: { ...report, more: 1 } }],
  ])('is refused if it is invalid: %s', async (_what, body) => {
    expect((await screen.as(displayScreen.report, { body })).status).toBe(400)
  })
})

// A copy is another screen with the same credential. It is certain once the first screen reports again.
describe('one screen at a time', () => {
  test('a second screen is refused, and the owner is notified once the first one reports again', async () => {
    expect((await screen.sendReport(FIRST_SCREEN)).status).toBe(200)
    clock += SECOND
    const { status, body } = await screen.sendReport(SECOND_SCREEN)
    expect([status, body.code]).toEqual([409, 'displays.elsewhere'])
    expect((await find()).copySeenAt).toBeNull()
    clock += SECOND
    expect((await screen.sendReport(FIRST_SCREEN)).status).toBe(200)
    expect((await find()).copySeenAt).toBe(new Date(clock).toISOString())
    expect(await countRefusedCopies()).toBe(1)
  })

  test('the owner is notified once an hour at most', async () => {
    for (let minutes = 0; minutes <= 60; minutes++) {
      await screen.sendReport(FIRST_SCREEN)
      expect((await screen.sendReport(SECOND_SCREEN)).status).toBe(409)
      clock += 30 * SECOND
      await screen.sendReport(FIRST_SCREEN)
      clock += 29 * SECOND
    }
    await signIn()
    expect(await countRefusedCopies()).toBe(1)
    clock += MINUTE
    await screen.sendReport(FIRST_SCREEN)
    await screen.sendReport(SECOND_SCREEN)
    await screen.sendReport(FIRST_SCREEN)
    expect(await countRefusedCopies()).toBe(2)
  })

  test('another screen takes over from a silent one, without a notification', async () => {
    await screen.sendReport(FIRST_SCREEN)
    clock += 40 * SECOND
    expect((await screen.sendReport(SECOND_SCREEN)).status).toBe(409)
    clock += 20 * SECOND
    expect((await screen.sendReport(SECOND_SCREEN)).status).toBe(200)
    clock += 30 * SECOND
    expect((await screen.sendReport(SECOND_SCREEN)).status).toBe(200)
    expect((await find()).copySeenAt).toBeNull()
    expect(await countRefusedCopies()).toBe(0)
    expect((await screen.sendReport(FIRST_SCREEN)).status).toBe(409)
  })

  test('a display is offline if its last report is from a clock that ran ahead', async () => {
    clock += 60 * MINUTE
    await signIn()
    await screen.sendReport(FIRST_SCREEN)
    clock -= 60 * MINUTE
    await signIn()
    expect(await isOnline()).toBe(false)
    clock += 60 * MINUTE
  })

  test('a lease from a clock that ran ahead does not block another screen', async () => {
    clock += 60 * MINUTE
    await signIn()
    await screen.sendReport(FIRST_SCREEN)
    clock -= 60 * MINUTE
    expect((await screen.sendReport(SECOND_SCREEN)).status).toBe(200)
    clock += 60 * MINUTE
  })
})

test('the owner gets live events about visible changes, not about each report', async () => {
  const stream = await openEvents(address, owner.tokens.accessToken)
  const received = () =>
    stream
      .ofType('display.updated')
      .flatMap(({ data }) => (data._id === id ? [[data.isOnline, data.report?.width]] : []))
  await screen.sendReport(FIRST_SCREEN)
  await screen.sendReport(FIRST_SCREEN, { memoryBytes: 1, stillMs: 5 })
  await screen.sendReport(FIRST_SCREEN, { width: 800 })
  await expect.poll(() => received()).toHaveLength(2)
  clock += MINUTE
  await expect.poll(() => received()).toHaveLength(3)
  await screen.sendReport(FIRST_SCREEN, { width: 800 })
  await expect.poll(() => received()).toHaveLength(4)
  expect(received()).toEqual([
    [true, 1280],
    [true, 800],
    [false, 800],
    [true, 800],
  ])
  await screen.sendReport(SECOND_SCREEN)
  await screen.sendReport(FIRST_SCREEN, { width: 800 })
  await expect.poll(() => received()).toHaveLength(5)
  expect(stream.ofType('display.updated').at(-1)?.data.copySeenAt).toBe(new Date(clock).toISOString())
  await stream.close()
})
