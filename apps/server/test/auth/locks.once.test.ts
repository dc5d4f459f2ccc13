import { audit } from '@atalaya/contract/audit'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isLongRead } from '#server/db/long-reads.ts'
import { guesses } from '#server/limits/limits.ts'
import { budgetKey } from '#server/sessions/guess-budget.ts'
import { createGuessingRepo } from '#server/sessions/guessing.repo.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const START = Date.parse('2026-01-01T12:00:00Z')

let clock: number
let app: TestApp
let admin: SignedIn
let victim: SignedIn
beforeEach(async () => {
  clock = START
  app = await createTestApp({ now: () => clock })
  admin = await app.signUp('admin')
  victim = await app.signUp('victim')
})
afterEach(() => app.close())

type Jar = ReturnType<typeof createJar>
const login = (password: string, jar?: Jar) =>
  app.call(auth.login, { body: { username: 'victim', password }, headers: jar?.headers() ?? {} })
async function lock(jar?: Jar) {
  for (let at = 0; at < guesses.free; at++) {
    clock += 1000
    expect((await login('wrong', jar)).status).toBe(401)
  }
  expect((await login(PASSWORD, jar)).status).toBe(429)
}
const locks = async () => (await app.call(users.locks, {}, admin.tokens.accessToken)).body.data.locks
const ofVictim = () => ({ params: { id: victim.user._id } })
const asAdmin = (route: Parameters<TestApp['call']>[0], body?: unknown) =>
  app.call(route, { ...ofVictim(), body }, admin.tokens.accessToken)
const presentLock = () => ({
  failures: guesses.free,
  since: new Date(clock).toISOString(),
  until: new Date(clock + guesses.firstWaitMs).toISOString(),
  onKnownDevice: false,
})

describe('a user locked out by wrong passwords', () => {
  test('is listed for administrators during the lock, and sees it in their own session', async () => {
    expect(await locks()).toEqual([])
    await app.call(auth.login, { body: { username: 'nobody-at-all', password: 'wrong' } })
    await lock()
    expect(await locks()).toEqual([{ userId: victim.user._id, ...presentLock() }])
    const sessions = await app.call(auth.sessions, {}, victim.tokens.accessToken)
    expect(sessions.body.data.lock).toEqual(presentLock())
    expect((await app.call(auth.sessions, {}, admin.tokens.accessToken)).body.data.lock).toBeUndefined()
    clock += guesses.firstWaitMs
    expect(await locks()).toEqual([])
  })

  test('is found in the thread of readers, as unknown names may have many locks', async () => {
    const captured = captureStatements()
    onTestFinished(captured.stop)
    await locks()
    const reads = captured.take().filter(({ sql }) => sql.includes('guess_budgets'))
    expect(reads.map(isLongRead)).toEqual([true])
  })

  test('is listed once, with the longer of two locks', async () => {
    const lockFor = (ms: number) => ({ failures: guesses.free, lastAt: clock, blockedUntil: clock + ms })
    await app.withDatabase(async (db) => {
      const repo = createGuessingRepo(db)
      for (const [device, ms] of [
        [null, 2 * guesses.firstWaitMs],
        ['device', guesses.firstWaitMs],
      ] as const) {
        const key = budgetKey('', victim.user._id, device)
        await repo.replace(key, { failures: 0, lastAt: 0, blockedUntil: 0 }, lockFor(ms))
      }
    })
    const until = new Date(clock + 2 * guesses.firstWaitMs).toISOString()
    expect(await locks()).toMatchObject([{ userId: victim.user._id, until, onKnownDevice: false }])
  })

  test('can sign in again once an administrator removes the lock, which is recorded', async () => {
    await lock()
    expect((await asAdmin(users.unlock)).status).toBe(200)
    expect(await locks()).toEqual([])
    expect((await login(PASSWORD)).status).toBe(200)
    const { entries } = (await app.call(audit.list, {}, admin.tokens.accessToken)).body.data
    const lifted = entries.filter((entry: { action: string }) => entry.action === 'user.unlocked')
    expect(lifted).toMatchObject([{ actor: { name: 'admin' }, target: { name: 'victim' } }])
    expect((await asAdmin(users.unlock)).status).toBe(200)
    const unknown = { params: { id: 'unknown' } }
    expect((await app.call(users.unlock, unknown, admin.tokens.accessToken)).status).toBe(404)
  })

  test('on a known browser is listed, and can sign in once an administrator removes the lock', async () => {
    const jar = createJar()
    jar.take((await login(PASSWORD, jar)).headers)
    await lock(jar)
    expect(await locks()).toEqual([{ userId: victim.user._id, ...presentLock(), onKnownDevice: true }])
    await asAdmin(users.unlock)
    expect((await login(PASSWORD, jar)).status).toBe(200)
  })

  test('can sign in with a password that an administrator sets', async () => {
    await lock()
    expect((await asAdmin(users.resetPassword, { password: 'gq7zv1' })).status).toBe(200)
    expect((await login('gq7zv1')).status).toBe(200)
  })

  test('can sign in with a password that they set in their own session', async () => {
    const jar = createJar()
    const reply = await login(PASSWORD, jar)
    jar.take(reply.headers)
    await lock()
    const body = { currentPassword: PASSWORD, newPassword: 'a garden at night' }
    const { accessToken } = reply.body.data.tokens
    expect((await app.call(auth.changePassword, { body, headers: jar.headers() }, accessToken)).status).toBe(200)
    expect((await login('a garden at night')).status).toBe(200)
  })
})
