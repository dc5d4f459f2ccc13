import { agents } from '@atalaya/contract/agents'
import { auth, type SignedIn } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { users } from '@atalaya/contract/users'
import { type NatsServer, startNats } from '@atalaya/testbed/nats-server'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QR_TRIES } from '#server/limits/limits.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createInstanceBeside, createTestApp, type TestApp } from '#test/support/test-app.ts'

let nats: NatsServer
let it: TestApp
let otherInstance: TestApp
let admin: SignedIn
beforeAll(async () => {
  nats = await startNats()
  it = await createTestApp({ config: { NATS_URL: nats.url } })
  otherInstance = await createInstanceBeside(it, { config: { NATS_URL: nats.url } })
  admin = await it.signUp('admin')
})
afterAll(async () => {
  await otherInstance.close()
  await it.close()
  await nats.stop()
})

/** The same call at both instances, to be made by `queueAtLock`. */
const atBoth = (ask: (instance: TestApp) => ReturnType<TestApp['call']>) => [() => ask(it), () => ask(otherInstance)]
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status)

test('two simultaneous refreshes of one session get the same successor token', async () => {
  const { refreshToken } = (await it.signUp()).tokens
  const lockToken = sql`select 1 from refresh_tokens where hash = ${hashToken(refreshToken)} for no key update`
  const replies = await queueAtLock(
    it,
    lockToken,
    atBoth((instance) => instance.call(auth.refresh, { body: { refreshToken } })),
  )
  const [first, second] = replies.map(({ body }) => body.data)
  expect(first.refreshToken).toEqual(expect.any(String))
  expect(second).toEqual(first)
  expect((await it.call(auth.refresh, { body: { refreshToken: first.refreshToken } })).status).toBe(200)
})

test('simultaneous wrong passwords at two instances count as two', async () => {
  const { user } = await it.signUp()
  const guess = (instance: TestApp) =>
    instance.call(auth.login, { body: { username: user.username, password: 'wrong' } })
  await guess(it)
  const key = `user ${user._id}`
  await queueAtLock(it, sql`select 1 from guess_budgets where key = ${key} for no key update`, atBoth(guess))
  const { failures } = await it.withDatabase((db) =>
    db.selectFrom('guess_budgets').select('failures').where('key', '=', key).executeTakeFirstOrThrow(),
  )
  expect(failures).toBe(3)
})

describe('a QR code', () => {
  const lockCode = (code: string) => sql`select 1 from qr_codes where code_hash = ${hashToken(code)} for no key update`

  test('belongs to the first of two phones that scan it simultaneously', async () => {
    const flow = createQrFlow(it)
    const code = await flow.generate()
    const [first, second] = [flow.deviceB, createJar()]
    const replies = await queueAtLock(it, lockCode(code), [() => flow.scan(code, first), () => flow.scan(code, second)])
    expect(statuses(replies)).toEqual([200, 409])
    expect((await flow.approve(code, undefined, second)).status).toBe(404)
    expect((await flow.approve(code, undefined, first)).status).toBe(200)
  })

  test('is approved once, and a simultaneous second approval opens no session', async () => {
    const flow = createQrFlow(it)
    const code = await flow.generate()
    await flow.scan(code)
    const listSessions = () => it.call(auth.sessions, {}, admin.tokens.accessToken)
    const before = (await listSessions()).body.data.sessions.length
    const headers = flow.deviceB.headers()
    const body = { code, username: 'admin', password: PASSWORD }
    const ask = (instance: TestApp) => instance.call(qr.authenticate, { body, headers, from: flow.network })
    const replies = await queueAtLock(
      it,
      sql`select 1 from users where id = ${admin.user._id} for no key update`,
      atBoth(ask),
    )
    expect(statuses(replies).sort()).toEqual([200, 404])
    expect((await listSessions()).body.data.sessions).toHaveLength(before + 1)
  })

  test('gives the same session to two simultaneous polls', async () => {
    const flow = createQrFlow(it)
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code)
    const headers = flow.deviceA.headers()
    const ask = (instance: TestApp) => instance.call(qr.status, { params: { code }, headers, from: flow.network })
    const [first, second] = (await queueAtLock(it, lockCode(code), atBoth(ask))).map(({ body }) => body.data)
    expect(first.tokens.accessToken).toEqual(expect.any(String))
    expect(second.tokens).toEqual(first.tokens)
  })

  test('allows as many tries at two instances together as at one', async () => {
    const flow = createQrFlow(it)
    const { user } = await it.signUp()
    const code = await flow.generate()
    await flow.scan(code)
    const wrong = { username: user.username, password: 'wrong' }
    for (let n = 1; n < QR_TRIES; n++) await flow.approve(code, wrong)
    const headers = flow.deviceB.headers()
    const ask = (instance: TestApp) =>
      instance.call(qr.authenticate, { body: { code, ...wrong }, headers, from: flow.network })
    expect(statuses(await queueAtLock(it, lockCode(code), atBoth(ask)))).toEqual([401, 404])
  })
})

test('two administrators who demote each other at two instances leave one administrator', async () => {
  const rival = await it.signUp()
  const id = rival.user._id
  await it.call(users.setRole, { params: { id }, body: { role: 'admin' } }, admin.tokens.accessToken)
  const demote = (instance: TestApp, target: SignedIn, by: SignedIn) =>
    instance.call(users.setRole, { params: { id: target.user._id }, body: { role: 'user' } }, by.tokens.accessToken)
  const both = [() => demote(it, rival, admin), () => demote(otherInstance, admin, rival)]
  const replies = await queueAtLock(it, sql`select 1 from meta where key = 'first_admin' for no key update`, both)
  // The second one waits at the lock, and is no administrator any more when it continues.
  expect(statuses(replies)).toEqual([200, 403])
})

test('two simultaneous registrations create two agents with different numbers', async () => {
  const register = (instance: TestApp) =>
    instance.call(agents.register, { body: { name: 'box' } }, admin.tokens.accessToken)
  await register(it)
  const lockNumbers = sql`select 1 from meta where key = 'agents.last_ref' for no key update`
  const replies = await queueAtLock(it, lockNumbers, atBoth(register))
  expect(statuses(replies)).toEqual([200, 200])
  const refs = await it.withDatabase((db) => db.selectFrom('agents').select('ref').orderBy('ref').execute())
  expect(refs).toEqual([{ ref: 1 }, { ref: 2 }, { ref: 3 }])
})
