import { auth, type SignedIn } from '@atalaya/contract/auth'
import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import { qr } from '@atalaya/contract/qr'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createScreen, kitchenDisplay, type Screen } from '#test/support/display-world.ts'
import { runHousekeepingAt } from '#test/support/housekeeping.ts'
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

describe('a screen', () => {
  test('gets a code of 256 bits and a short one without similar letters, both stored as hashes', async () => {
    const begun = await screen.begin()
    expect(begun).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      shortCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/),
      expiresAt: new Date(clock + 10 * MINUTE).toISOString(),
      expiresIn: 600,
      pollToken: expect.stringMatching(/^dp_/),
    })
    const dump = await app.dump()
    for (const secret of [begun.code, begun.shortCode, begun.shortCode.replace('-', ''), begun.pollToken]) {
      expect(dump).not.toContain(secret)
    }
  })

  test('waits, is paired, and gets a credential bound to a cookie', async () => {
    const { code } = await screen.begin()
    expect(await screen.poll(code)).toEqual({ status: 'waiting' })
    expect((await pair(code)).status).toBe(200)
    const { headers, body } = await screen.call(displayScreen.status, { params: { code } })
    expect(body.data).toEqual({ status: 'paired', token: expect.stringMatching(/^ad_[\w-]{43}$/) })
    expect(String(headers['set-cookie'])).toMatch(
      /^db=db_[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const dump = await app.dump()
    expect(dump).not.toContain(body.data.token)
    expect(dump).not.toContain(/db=(db_[\w-]+)/.exec(String(headers['set-cookie']))?.[1])
  })

  test('without cookies gets the credential by the poll token in a header', async () => {
    const { code, pollToken } = (await app.call(displayScreen.begin, { from: screen.from })).body.data
    await pair(code)
    const headers = { 'x-display-poll': pollToken }
    const reply = await app.call(displayScreen.status, { from: screen.from, params: { code }, headers })
    expect(reply.body.data).toEqual({ status: 'paired', token: expect.any(String) })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('gets the credential although somebody else polls its code too often', async () => {
    const { code } = await screen.begin()
    const ask = () => app.call(displayScreen.status, { ...PHONE, params: { code } })
    for (let n = 0; n < 60; n++) expect((await ask()).status).toBe(200)
    expect((await ask()).body.code).toBe('displays.too_many_polls')
    expect((await pair(code)).status).toBe(200)
    expect(await screen.poll(code)).toEqual({ status: 'paired', token: expect.any(String) })
  })

  test('can poll again for a minute after a lost answer, and gets a new credential', async () => {
    const { code } = await screen.begin()
    await pair(code)
    const first = (await screen.poll(code)).token
    clock += MINUTE
    const second = (await screen.poll(code)).token
    expect(second).toMatch(/^ad_/)
    expect(second).not.toBe(first)
    clock += 1
    expect(await screen.poll(code)).toEqual({ status: 'expired' })
  })

  test('can poll for a minute after its code expired, if the code was paired in time', async () => {
    for (const [late, status] of [
      [MINUTE - 1, 'paired'],
      [MINUTE, 'expired'],
    ] as const) {
      const { code } = await screen.begin()
      clock += 10 * MINUTE - 1
      expect((await pair(code, {}, await signInAgain())).status).toBe(200)
      clock += 1 + late
      expect((await screen.poll(code)).status).toBe(status)
    }
  })

  test('invalidates its first code when it begins another one', async () => {
    const first = await screen.begin()
    const second = await screen.begin()
    expect(await screen.poll(first.code)).toEqual({ status: 'expired' })
    expect((await pair(first.code)).status).toBe(404)
    expect(await screen.poll(second.code)).toEqual({ status: 'waiting' })
  })

  test('gets the status "expired" for an expired or unknown code', async () => {
    const { code } = await screen.begin()
    clock += 10 * MINUTE
    expect(await screen.poll(code)).toEqual({ status: 'expired' })
    expect(await screen.poll('never')).toEqual({ status: 'expired' })
  })

  test('gets the status "expired" if it was removed before it fetched the credential', async () => {
    const { code } = await screen.begin()
    const { display } = (await pair(code)).body.data
    await app.call(displays.remove, { params: { id: display._id } }, tokenOf(owner))
    expect(await screen.poll(code)).toEqual({ status: 'expired' })
  })
})

describe('a bystander who knows the code', () => {
  test('gets its status, and no credential', async () => {
    const { code, shortCode } = await screen.begin()
    const other = createScreen(app)
    await other.begin()
    expect(await other.poll(code)).toEqual({ status: 'waiting' })
    expect(await other.poll(shortCode)).toEqual({ status: 'expired' })
    await pair(code)
    expect(await other.poll(code)).toEqual({ status: 'paired' })
    const none = await app.call(displayScreen.status, { params: { code } })
    expect(none.body.data).toEqual({ status: 'paired' })
    expect((await screen.poll(code)).token).toMatch(/^ad_/)
  })
})

test('the sweep removes expired codes and keeps displays', async () => {
  const { code } = await screen.begin()
  await pair(code)
  await screen.begin()
  const count = () =>
    app.withDatabase(async (db) => {
      await runHousekeepingAt(db, clock)
      const codes = await db
        .selectFrom('display_codes')
        .select('code_hash')
        .where('created_at', '>=', clock - 10 * MINUTE)
        .execute()
      return codes.length
    })
  expect(await count()).toBe(2)
  // The codes are valid for ten minutes, and removed an hour after their end.
  clock += 71 * MINUTE
  expect(
    await app.withDatabase(async (db) => {
      await runHousekeepingAt(db, clock)
      return db.selectFrom('display_codes').selectAll().execute()
    }),
  ).toEqual([])
  expect((await app.call(displays.list, {}, tokenOf(await signInAgain()))).body.data.displays).not.toEqual([])
})

test('a code for QR sign-in cannot pair a display, and a display’s code cannot sign in', async () => {
  const flow = createQrFlow(app)
  expect((await findWaiting(await flow.generate())).status).toBe(404)
  const { code, pollToken } = await screen.begin()
  const headers = { 'x-qr-poll': pollToken }
  expect((await app.call(qr.status, { params: { code }, headers })).body.data).toEqual({ status: 'expired' })
})

async function signInAgain(username = 'owner'): Promise<SignedIn> {
  return (await app.call(auth.login, { body: { username, password: 'correct horse battery' } })).body.data
}
