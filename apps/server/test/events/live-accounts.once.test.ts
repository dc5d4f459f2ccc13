import { auth } from '@atalaya/contract/auth'
import { factorAdmin } from '@atalaya/contract/factor-admin'
import { secondFactor } from '@atalaya/contract/second-factor'
import { type User, users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPerson, type Person } from '#test/support/factor-world.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock = Date.parse('2026-01-01T12:00:00Z')
let it: TestApp
let address: string
let admin: Person
let person: Person
let user: User
let stream: Awaited<ReturnType<typeof openEvents>>
beforeAll(async () => {
  it = await createTestApp({ now: () => clock })
  address = await it.listen()
  await it.signUp('admin')
})
beforeEach(async () => {
  const signedIn = await it.signUp()
  user = signedIn.user
  person = createPerson(it, user.username)
  person.continueWith(signedIn)
  admin = createPerson(it, 'admin')
  await admin.signIn()
  const { tokens } = (await admin.login()).body.data
  stream = await openEvents(address, tokens.accessToken)
})
afterEach(() => stream.close())
afterAll(() => it.close())

/** Advances the clock by a second. Returns the new time, as the API writes it. */
function advanceClock(): string {
  clock += 1000
  return new Date(clock).toISOString()
}
const lastUpdate = () => stream.ofType('user.updated').findLast(({ data }) => data._id === user._id)?.data
async function addPasskey(): Promise<void> {
  await person.addPasskey()
  await expect.poll(() => lastUpdate()?.hasSecondFactor).toBe(true)
}
const forUser = (body?: object) => ({ params: { id: user._id }, ...(body && { body }) })

/** Changes of an account. Each returns the fields that administrators then see. */
const changes: Record<string, () => Promise<Partial<User>>> = {
  async 'a sign-in'() {
    const lastLogin = advanceClock()
    await person.login()
    return { lastLogin }
  },
  async 'a sign-in by a QR code'() {
    const flow = createQrFlow(it)
    const code = await flow.generate()
    await flow.scan(code)
    await flow.approve(code, { username: user.username, password: PASSWORD })
    const lastLogin = advanceClock()
    await flow.poll(code)
    return { lastLogin }
  },
  async 'a change of the user’s own profile'() {
    await person.ask(auth.editMe, { body: { surname: 'Hopper' } })
    return { surname: 'Hopper' }
  },
  async 'a first second factor'() {
    await person.addPasskey()
    return { hasSecondFactor: true }
  },
  async 'the removal of the last second factor'() {
    await addPasskey()
    await person.ask(secondFactor.removePasskey, { params: { id: (await person.status()).passkeys[0]._id } })
    return { hasSecondFactor: undefined }
  },
  async 'a reset of the second factor'() {
    await addPasskey()
    await admin.ask(factorAdmin.reset, forUser())
    return { hasSecondFactor: undefined }
  },
  async 'a password as the only way in'() {
    await addPasskey()
    await admin.ask(users.resetPassword, forUser({ password: 'gq7zv1', onlyWayIn: true }))
    return { hasSecondFactor: undefined }
  },
  async 'a new role'() {
    await admin.ask(users.setRole, forUser({ role: 'admin' }))
    return { role: 'admin' }
  },
  async 'the end of access'() {
    await admin.ask(users.setStatus, forUser({ isActive: false }))
    return { isActive: false }
  },
}

test.each(Object.entries(changes))('administrators see at once %s of another account', async (_name, change) => {
  const wanted = await change()
  await expect.poll(() => ({ hasSecondFactor: undefined, ...lastUpdate() })).toMatchObject(wanted)
})

test('administrators see a new account at once, before its first sign-in', async () => {
  const profile = { username: 'grace', email: 'grace@example.org', name: 'Grace', surname: 'Hopper', birthday: null }
  await it.call(auth.register, { body: { ...profile, password: PASSWORD }, from: '192.0.2.9' })
  await expect.poll(() => stream.ofType('user.updated').map(({ data }) => data.username)).toContain('grace')
})
