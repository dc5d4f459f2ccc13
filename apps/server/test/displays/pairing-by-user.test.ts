import { auth, type SignedIn } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { DISPLAYS_MAX, displays } from '@atalaya/contract/displays'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { createScreen, kitchenDisplay, type Screen } from '#test/support/display-world.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const START = Date.parse('2026-01-01T12:00:00Z')
const MINUTE = 60_000
const PHONE = { from: '203.0.113.5' }

let clock = START
let app: TestApp
let owner: SignedIn
let screen: Screen
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  owner = await app.signUp('owner')
})
afterAll(() => app.close())
beforeEach(async () => {
  // Gives each test fresh rate limits and a fresh session.
  clock += 60 * MINUTE
  const login = await app.call(auth.login, { body: { username: 'owner', password: 'correct horse battery' } })
  owner = login.body.data
  screen = createScreen(app)
})

const tokenOf = ({ tokens }: SignedIn) => tokens.accessToken
const pair = (code: string, fields: object = {}, by = owner) =>
  app.call(displays.pair, { ...PHONE, body: { ...kitchenDisplay, code, ...fields } }, tokenOf(by))
const findWaiting = (code: string, by = owner) =>
  app.call(displays.waiting, { ...PHONE, params: { code } }, tokenOf(by))
const newPage = async (by: SignedIn, name = 'Hall'): Promise<string> =>
  (await app.call(dashboard.create, { body: { name } }, tokenOf(by))).body.data.page._id
const auditOf = (action: string) =>
  app.withDatabase((db) =>
    db
      .selectFrom('audit')
      .select(['actor_name', 'target_name', 'details'])
      .where('action', '=', action as 'display.paired')
      .where('at', '>=', clock)
      .execute(),
  )

describe('a user with a phone', () => {
  test('sees the screen of a code, long or short, however it is typed', async () => {
    const { code, shortCode } = await screen.begin()
    const since = new Date(clock).toISOString()
    const typed = [
      code,
      shortCode,
      shortCode.toLowerCase(),
      shortCode.replace('-', ''),
      ` ${shortCode.replace('-', ' ')} `,
    ]
    for (const text of typed) {
      const reply = await findWaiting(text)
      expect(reply.body.data).toEqual({ screen: { browser: 'Firefox', os: 'Linux', ip: screen.from, since } })
    }
    expect((await findWaiting(code.toUpperCase())).status).toBe(404)
  })

  test('turns the screen into their own display', async () => {
    const page = await newPage(owner)
    const { shortCode } = await screen.begin()
    const entries = [
      { pageId: page, seconds: 20, hours: { from: '22:00', to: '06:00', days: [7, 1, 7] } },
      { pageId: null },
    ]
    const fields = { name: ' Kitchen ', place: 'beside the door', tags: ['wall', 'wall'], entries }
    const { status, body } = await pair(shortCode.toLowerCase(), fields)
    expect(status).toBe(200)
    expect(body.data.display).toMatchObject({
      name: 'Kitchen',
      place: 'beside the door',
      tags: ['wall'],
      zone: 'Europe/Vienna',
      isOnline: false,
      entries: [
        { pageId: page, seconds: 20, hours: { from: '22:00', to: '06:00', days: [1, 7] } },
        { pageId: null, seconds: 30, hours: null },
      ],
      settings: { theme: 'system', zoom: 100, turned: 0, brightness: 100, idle: null, frame: true, onAlert: null },
      event: null,
      report: null,
      seenAt: null,
      copySeenAt: null,
      createdAt: new Date(clock).toISOString(),
    })
    const { displays: listed } = (await app.call(displays.list, {}, tokenOf(owner))).body.data
    expect(listed).toContainEqual(body.data.display)
    expect(await auditOf('display.paired')).toEqual([
      { actor_name: 'owner', target_name: 'Kitchen', details: `Firefox on Linux, ${screen.from}` },
    ])
  })

  test('cannot pair a used or an expired code', async () => {
    const { code } = await screen.begin()
    expect((await pair(code)).status).toBe(200)
    const again = await pair(code)
    expect([again.status, again.body.code]).toEqual([404, 'displays.no_code'])
    expect((await findWaiting(code)).status).toBe(404)
    const late = await screen.begin()
    clock += 10 * MINUTE
    const by = await signInAgain()
    expect((await pair(late.code, {}, by)).status).toBe(404)
    expect((await findWaiting(late.shortCode, by)).status).toBe(404)
  })

  test('cannot choose deleted pages or pages of others, and the error names their paths', async () => {
    const other = await app.signUp()
    const [mine, theirs, gone] = [await newPage(owner), await newPage(other), await newPage(owner, 'Gone')]
    await app.call(dashboard.remove, { params: { id: gone } }, tokenOf(owner))
    const { code } = await screen.begin()
    const { status, body } = await pair(code, { entries: [mine, theirs, null, gone].map((pageId) => ({ pageId })) })
    expect([status, body.code]).toEqual([400, 'displays.no_page'])
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['entries.1.pageId', 'entries.3.pageId'])
    expect((await pair(code)).status).toBe(200)
  })

  test('cannot choose an unknown time zone, which the error names, or invalid fields', async () => {
    const { code } = await screen.begin()
    const { status, body } = await pair(code, { zone: 'Mars/Olympus' })
    expect([status, body.code]).toEqual([400, 'displays.unknown_zone'])
    expect(body.error).toContain('Mars/Olympus')
    for (const fields of [{ name: '' }, { entries: [{ pageId: null, seconds: 4 }] }, { tags: [''] }]) {
      expect((await pair(code, fields)).status).toBe(400)
    }
  })

  test(`has at most ${DISPLAYS_MAX} displays`, async () => {
    const { user } = await app.signUp('collector')
    await app.withDatabase(async (db) => {
      const { displays: repo, credentials } = createRepos(db)
      for (let n = 0; n < DISPLAYS_MAX - 1; n++) {
        const row = { id: crypto.randomUUID(), ownerId: user._id, now: clock, name: `Screen ${n}` }
        await credentials.insertDisplay({ ...row, hash: row.id })
        const settings = (await app.call(displays.list, {}, tokenOf(owner))).body.data.displays[0].settings
        await repo.insert({ ...row, place: '', zone: 'UTC', tags: [], entries: [], settings })
      }
    })
    const by = await signInAgain('collector')
    expect((await pair((await screen.begin()).code, {}, by)).status).toBe(200)
    const { status, body } = await pair((await screen.begin()).code, {}, by)
    expect([status, body.code]).toEqual([409, 'displays.too_many'])
  })

  test('must confirm the password if signed in by a QR code alone', async () => {
    const flow = createQrFlow(app)
    const qrCode = await flow.generate()
    await flow.scan(qrCode)
    await flow.approve(qrCode, { username: 'owner', password: 'correct horse battery' })
    const byQr: SignedIn = (await flow.poll(qrCode)).body.data
    const { code } = await screen.begin()
    expect((await pair(code, {}, byQr)).body.code).toBe('reauth_required')
    expect((await findWaiting(code, byQr)).status).toBe(200)
  })

  test('must be signed in', async () => {
    const { code } = await screen.begin()
    expect((await app.call(displays.waiting, { params: { code } })).status).toBe(401)
    expect((await app.call(displays.pair, { body: { ...kitchenDisplay, code } })).status).toBe(401)
  })
})

async function signInAgain(username = 'owner'): Promise<SignedIn> {
  return (await app.call(auth.login, { body: { username, password: 'correct horse battery' } })).body.data
}
