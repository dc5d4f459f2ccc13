import { auth } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import type { Assertion, PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import { secondFactor } from '@atalaya/contract/second-factor'
import { describe, expect, test } from 'vitest'
import { factorWorld } from '#test/support/factor-world.ts'

const world = factorWorld()

describe('a passkey in place of the password', () => {
  const confirmOptions = async (): Promise<PasskeyRequestOptions> =>
    (await world.ada.ask(factorEntry.confirmOptions)).body.data.options

  /** Signs in, and continues the session until its sign-in is more than ten minutes ago. */
  async function signInStale() {
    const { tokens, user } = (await world.ada.signInByPasskey()).body.data
    world.clock += 9 * 60_000
    const body = { refreshToken: tokens.refreshToken }
    const renewed = (await world.ada.ask(auth.refresh, { body }, null)).body.data
    world.ada.continueWith({ tokens: renewed, user })
    world.clock += 2 * 60_000
  }
  /** Challenge of the sign-in screen, which is invalid for a confirmation. */
  async function signInOptions(): Promise<PasskeyRequestOptions> {
    const options = await world.ada.passkeyRequestOptions()
    if (!options) throw new Error('Nobody has a passkey')
    return options
  }
  const begin = () => world.ada.ask(secondFactor.beginTotp)
  const confirm = (credential: Assertion, who = world.ada) => who.ask(auth.confirm, { body: { credential } })

  test('K11 confirms a stale session, once', async () => {
    await world.ada.addPasskey()
    await signInStale()
    expect((await begin()).body.code).toBe('reauth_required')
    const credential = world.ada.keys.get(await confirmOptions())
    expect((await confirm(credential)).status).toBe(200)
    expect((await begin()).status).toBe(200)
    expect((await confirm(credential)).body.code).toBe('auth.passkey_refused')
  })

  test('K11 confirms nothing if it is unverified, of another session or for another purpose', async () => {
    await world.ada.addPasskey()
    await signInStale()
    await world.admin.signIn()
    const unverified = world.ada.keys.get(await confirmOptions(), { isVerified: false })
    expect((await confirm(unverified)).status).toBe(400)
    expect((await confirm(world.ada.keys.get(await signInOptions()))).status).toBe(400)
    expect((await confirm(world.ada.keys.get(await confirmOptions()), world.admin)).status).toBe(400)
    expect((await begin()).body.code).toBe('reauth_required')
    expect((await world.admin.ask(factorEntry.confirmOptions)).body.data.options).toBe(null)
  })
})
