import { auth } from '@atalaya/contract/auth'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { secondFactor } from '@atalaya/contract/second-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '#test/support/factor-world.ts'
import { createOidcWorld, type OidcWorld } from '#test/support/oidc-world.ts'

let time = Date.now()
let world: OidcWorld
beforeAll(async () => {
  world = await createOidcWorld({ now: () => time })
})
afterAll(() => world.close())

const codeOf = ({ body, status }: { body: { code?: string }; status: number }) => [status, body.code]

describe('a sensitive change', () => {
  /** Signs in with provider tokens changed by `alter`, and begins to set up an app. Returns status and code. */
  const beginAfterSignIn = async (name: string, alter: Parameters<typeof world.home.alterTokens>[0]) => {
    const browser = world.browser()
    world.home.addPerson(name)
    world.home.alterTokens(alter)
    expect((await browser.signIn(world.home, name)).status).toBe(200)
    world.home.alterTokens(null)
    return codeOf(await browser.call(secondFactor.beginTotp))
  }
  test('is allowed for a user who has just signed in at the provider', async () => {
    expect(await beginAfterSignIn('awake', null)).toEqual([200, undefined])
  })
  test('L9 is refused if the sign-in at the provider is old or has no time', async () => {
    const refused = [403, 'reauth_required']
    expect(
      await beginAfterSignIn('asleep', ({ iat, ...claims }) => ({ ...claims, iat, auth_time: Number(iat) - 1200 })),
    ).toEqual(refused)
    expect(await beginAfterSignIn('vague', ({ auth_time: _at, ...claims }) => claims)).toEqual(refused)
  })
})

test('L9 a sign-in by a provider also asks for the second factor of the account', async () => {
  const { home, browser } = world
  const laptop = browser()
  laptop.continueWith(await world.app.signUp('careful'))
  home.addPerson('careful')
  await laptop.link(home, 'careful')
  const { secret } = (await laptop.call(secondFactor.beginTotp)).body.data
  await laptop.call(secondFactor.confirmTotp, { body: { code: codeAt(secret, time) } })
  const phone = browser()
  const firstStep = await phone.signIn(home, 'careful')
  expect(codeOf(firstStep)).toEqual([403, 'second_factor_required'])
  time += 30_000
  const body = { ticket: firstStep.body.secondFactor?.ticket, proof: { kind: 'totp', code: codeAt(secret, time) } }
  const proved = await phone.call(factorEntry.prove, { body })
  expect(proved.status).toBe(200)
  phone.continueWith(proved.body.data)
  const { sessions } = (await phone.call(auth.sessions)).body.data
  expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({
    signedInBy: 'oidc',
    provider: 'Home',
  })
})
