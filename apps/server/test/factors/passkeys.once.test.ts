import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import type { Assertion, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { PASSKEYS_MAX } from '@atalaya/contract/passkeys'
import { secondFactor } from '@atalaya/contract/second-factor'
import { users } from '@atalaya/contract/users'
import { createJar } from '@atalaya/testbed/people'
import { describe, expect, test } from 'vitest'
import { PASSKEY_CHALLENGE_MS } from '#server/limits/limits.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { createPerson, factorWorld } from '#test/support/factor-world.ts'

const world = factorWorld()

const newRequestOptions = async (who = world.ada): Promise<PasskeyRequestOptions> => {
  const options = await who.passkeyRequestOptions()
  if (!options) throw new Error('Nobody has a passkey')
  return options
}
const sendCredential = (credential: Assertion, who = world.ada) =>
  who.ask(factorEntry.signInByPasskey, { body: { credential } }, null)

describe('a passkey alone', () => {
  test('signs in, and the session and the audit name it', async () => {
    expect(await world.ada.passkeyRequestOptions()).toBe(null)
    const added = await world.ada.addPasskey('Laptop')
    expect(added.body.data.passkey).toMatchObject({ name: 'Laptop', host: 'localhost', lastUsedAt: null })
    expect(added.body.data.recoveryCodes).toHaveLength(10)
    const reply = await world.ada.signInByPasskey()
    expect(reply.status).toBe(200)
    expect(reply.body.data.user).toMatchObject({ username: 'ada', hasSecondFactor: true })
    world.ada.continueWith(reply.body.data)
    const { sessions } = (await world.ada.ask(auth.sessions)).body.data
    expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ signedInBy: 'passkey' })
    expect((await world.ada.status()).passkeys[0].lastUsedAt).toBe(new Date(world.clock).toISOString())
    const { entries } = (await world.admin.ask(audit.list)).body.data
    expect(entries[0]).toMatchObject({ action: 'auth.login', details: 'passkey Laptop', actor: { name: 'ada' } })
  })

  test('K6 a signature and its challenge are accepted once', async () => {
    await world.ada.addPasskey()
    const options = await newRequestOptions()
    const signed = world.ada.keys.get(options)
    expect((await sendCredential(signed)).status).toBe(200)
    expect((await sendCredential(signed)).body.code).toBe('auth.passkey_refused')
    expect((await sendCredential(world.ada.keys.get(options))).status).toBe(401)
  })

  test('K6 one of fifty parallel requests with the same signature succeeds', async () => {
    await world.ada.addPasskey()
    const credential = world.ada.keys.get(await newRequestOptions())
    const replies = await Promise.all(Array.from({ length: 50 }, () => sendCredential(credential)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['the same host on another port', { origin: 'http://localhost:8080' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['another purpose', { type: 'webauthn.create' }],
    ['an unverified user', { isVerified: false }],
  ])('a signature of %s is refused', async (_what, lies) => {
    await world.ada.addPasskey()
    expect((await sendCredential(world.ada.keys.get(await newRequestOptions(), lies))).status).toBe(401)
    expect((await sendCredential(world.ada.keys.get(await newRequestOptions()))).status).toBe(200)
  })

  test('K6 a changed signature, another handle and an unknown passkey are refused', async () => {
    await world.ada.addPasskey()
    const other = world.ada.keys.get(await newRequestOptions())
    const signature = world.ada.keys.get(await newRequestOptions())
    const changed = { ...other, response: { ...other.response, signature: signature.response.signature } }
    expect((await sendCredential(changed)).status).toBe(401)
    const credential = world.ada.keys.get(await newRequestOptions())
    const userHandle = Buffer.from('somebody else').toString('base64url')
    const changedHandle = { ...credential, response: { ...credential.response, userHandle } }
    expect((await sendCredential(changedHandle)).status).toBe(401)
    const stranger = world.ada.keys.get(await newRequestOptions())
    expect((await sendCredential({ ...stranger, id: 'AAAA', rawId: 'AAAA' })).status).toBe(401)
  })

  test('K6 a counter that does not increase is refused, as from a copy', async () => {
    await world.ada.addPasskey()
    expect((await sendCredential(world.ada.keys.get(await newRequestOptions(), { counter: 7 }))).status).toBe(200)
    for (const counter of [7, 3]) {
      expect((await sendCredential(world.ada.keys.get(await newRequestOptions(), { counter }))).status).toBe(401)
    }
    const { entries } = (await world.admin.ask(audit.list)).body.data
    expect(entries[0]).toMatchObject({ action: 'auth.login_failed', details: expect.stringContaining('counter') })
    expect((await sendCredential(world.ada.keys.get(await newRequestOptions(), { counter: 8 }))).status).toBe(200)
  })

  test('a passkey without a counter can be used repeatedly', async () => {
    await world.ada.addPasskey()
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await sendCredential(world.ada.keys.get(await newRequestOptions(), { counter: 0 }))).status).toBe(200)
    }
  })

  test('K6 a challenge is accepted only from its own browser, in time', async () => {
    await world.ada.addPasskey()
    const options = await newRequestOptions()
    const otherBrowser = createPerson(world.app, 'ada', createJar())
    expect((await sendCredential(world.ada.keys.get(options), otherBrowser)).status).toBe(401)
    const late = await newRequestOptions()
    world.clock += PASSKEY_CHALLENGE_MS
    expect((await sendCredential(world.ada.keys.get(late))).status).toBe(401)
  })

  test('K8 a removed passkey, and one of a deactivated or deleted account, is refused', async () => {
    await world.ada.addPasskey()
    const { passkeys } = await world.ada.status()
    const optionsBefore = await newRequestOptions()
    const input = { params: { id: passkeys[0]._id } }
    const { user } = (await world.ada.ask(auth.me)).body.data
    await world.admin.ask(users.setStatus, { params: { id: user._id }, body: { isActive: false } })
    expect((await sendCredential(world.ada.keys.get(optionsBefore))).status).toBe(401)
    await world.admin.ask(users.setStatus, { params: { id: user._id }, body: { isActive: true } })
    world.ada.continueWith((await world.ada.signInByPasskey()).body.data)
    const pending = await newRequestOptions()
    expect((await world.ada.ask(secondFactor.removePasskey, input)).status).toBe(200)
    expect((await sendCredential(world.ada.keys.get(pending))).status).toBe(401)
    await world.ada.signIn()
    await world.ada.addPasskey()
    const last = await newRequestOptions()
    await world.admin.ask(users.remove, { params: { id: user._id } })
    expect((await sendCredential(world.ada.keys.get(last))).status).toBe(401)
  })
})

describe('a user’s own passkeys', () => {
  test('K8 the last one is removed, and a password alone signs in again, although the setup of an app has begun', async () => {
    const { body } = await world.ada.addPasskey()
    await world.ada.ask(secondFactor.beginTotp)
    const params = { id: body.data.passkey._id }
    expect((await world.ada.ask(secondFactor.removePasskey, { params })).status).toBe(200)
    expect((await world.ada.login()).status).toBe(200)
  })

  test('K8 can be named, renamed and removed only by the user, and each change is recorded', async () => {
    await world.ada.addPasskey('Laptop')
    world.clock += 1000
    await world.ada.addPasskey('Phone', createAuthenticator())
    const [laptop, phone] = (await world.ada.status()).passkeys
    expect([laptop.name, phone.name]).toEqual(['Laptop', 'Phone'])
    const renaming = { params: { id: laptop._id }, body: { name: 'Old laptop' } }
    for (const route of [secondFactor.renamePasskey, secondFactor.removePasskey]) {
      expect(
        (await world.admin.ask(route, route.method === 'PATCH' ? renaming : { params: renaming.params })).status,
      ).toBe(404)
    }
    expect((await world.ada.ask(secondFactor.renamePasskey, renaming)).body.data.passkey.name).toBe('Old laptop')
    expect((await world.ada.ask(secondFactor.removePasskey, { params: renaming.params })).status).toBe(200)
    expect((await world.ada.status()).passkeys).toMatchObject([{ name: 'Phone' }])
    const { entries } = (await world.admin.ask(audit.list)).body.data
    const recorded = entries
      .slice(0, 4)
      .map(({ action, details }: { action: string; details: string }) => [action, details])
    expect(recorded.toReversed()).toEqual([
      ['factor.passkey_added', 'Laptop'],
      ['factor.passkey_added', 'Phone'],
      ['factor.passkey_renamed', 'Old laptop'],
      ['factor.passkey_removed', 'Old laptop'],
    ])
  })

  test('K6 cannot be added twice, for another challenge or account, or beyond the maximum', async () => {
    const { options } = (await world.ada.ask(secondFactor.beginPasskey)).body.data
    const credential = world.ada.keys.make(options)
    expect((await world.admin.ask(secondFactor.addPasskey, { body: { name: 'x', credential } })).status).toBe(400)
    expect((await world.ada.ask(secondFactor.addPasskey, { body: { name: 'x', credential } })).status).toBe(200)
    expect((await world.ada.ask(secondFactor.addPasskey, { body: { name: 'x', credential } })).body.code).toBe(
      'passkey.refused',
    )
    const begin = async () => (await world.ada.ask(secondFactor.beginPasskey)).body.data.options
    for (const lies of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { type: 'webauthn.get' }]) {
      const forged = createAuthenticator().make(await begin(), lies)
      expect((await world.ada.ask(secondFactor.addPasskey, { body: { name: 'x', credential: forged } })).status).toBe(
        400,
      )
    }
    for (let count = 1; count < PASSKEYS_MAX; count++) await world.ada.addPasskey(`key ${count}`, createAuthenticator())
    expect((await world.ada.ask(secondFactor.beginPasskey)).body.code).toBe('passkey.too_many')
  })

  test.each([
    ['an address', 'http://192.168.1.20'],
    ['an address over TLS', 'https://192.168.1.20'],
    ['a name without TLS', 'http://nas'],
  ])('cannot be added or used on %s', async (_where, origin) => {
    const headers = { origin, host: new URL(origin).host }
    const reply = await world.ada.ask(secondFactor.beginPasskey, { headers })
    expect([reply.status, reply.body.code]).toEqual([400, 'passkey.not_here'])
    await world.ada.addPasskey()
    expect((await world.ada.ask(factorEntry.passkeyOptions, { headers }, null)).body.data.options).toBe(null)
  })

  test('K12 work only for the host name that they were made for', async () => {
    await world.ada.addPasskey()
    const headers = { origin: 'https://tower.local', host: 'tower.local' }
    expect((await world.ada.ask(factorEntry.passkeyOptions, { headers }, null)).body.data.options).toBe(null)
    expect((await world.ada.ask(secondFactor.beginPasskey, { headers })).body.data.options.rp.id).toBe('tower.local')
  })

  test('K8 adding the first and removing one ends all other sessions', async () => {
    const other = createPerson(world.app, 'ada')
    await other.signIn()
    await world.ada.addPasskey()
    expect([await other.meStatus(), await world.ada.meStatus()]).toEqual([401, 200])
    other.continueWith((await other.signInByPasskey(world.ada.keys)).body.data)
    world.clock += 1000
    await world.ada.addPasskey('Second', createAuthenticator())
    expect(await other.meStatus()).toBe(200)
    const [, second] = (await world.ada.status()).passkeys
    await world.ada.ask(secondFactor.removePasskey, { params: { id: second._id } })
    expect([await other.meStatus(), await world.ada.meStatus()]).toEqual([401, 200])
  })
})
