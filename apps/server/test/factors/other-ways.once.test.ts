import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { factorAdmin } from '@atalaya/contract/factor-admin'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { secondFactor } from '@atalaya/contract/second-factor'
import { users } from '@atalaya/contract/users'
import { openEvents } from '@atalaya/testbed/event-stream'
import { PASSWORD } from '@atalaya/testbed/people'
import { describe, expect, test } from 'vitest'
import { QR_TRIES } from '#server/limits/limits.ts'
import { askRoutes } from '#test/support/ask-routes.ts'
import { codeAt, factorWorld } from '#test/support/factor-world.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'

const HALF_MINUTE = 30_000

const world = factorWorld()

/** Code that the app shows half a minute later, which is unused. */
function nextCode(secret: string): { kind: 'totp'; code: string } {
  world.clock += HALF_MINUTE
  return { kind: 'totp', code: codeAt(secret, world.clock) }
}

describe('QR sign-in', () => {
  test('K1 an approval by password is complete only with the second factor', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const flow = createQrFlow(world.app)
    const code = await flow.generate()
    await flow.scan(code)
    const approval = await flow.approve(code, { username: 'ada', password: PASSWORD })
    expect([approval.status, approval.body.code]).toEqual([403, 'second_factor_required'])
    expect((await flow.poll(code)).body.data).toEqual({ status: 'scanned' })
    const body = { ticket: approval.body.secondFactor.ticket, proof: nextCode(secret) }
    const replyToB = await flow.as(flow.deviceB, factorEntry.prove, { body })
    expect(replyToB.status).toBe(200)
    const dataForA = (await flow.poll(code)).body.data
    expect(dataForA.status).toBe('authenticated')
    expect(await flow.meStatus(dataForA.tokens.accessToken)).toBe(200)
    const { entries } = (await world.admin.ask(audit.list)).body.data
    const approved = entries.find(({ action }: { action: string }) => action === 'auth.qr_approved')
    expect(approved.details).toMatch(/^for .*, code of an app$/)
  })

  test('K1 a wrong factor approves nothing, and an expired code accepts no factor', async () => {
    const { secret } = await world.ada.addApp(world.clock)
    const flow = createQrFlow(world.app)
    const code = await flow.generate()
    await flow.scan(code)
    for (let attempt = 1; attempt < QR_TRIES; attempt++)
      await flow.approve(code, { username: 'ada', password: 'wrong' })
    const approval = await flow.approve(code, { username: 'ada', password: PASSWORD })
    const { ticket } = approval.body.secondFactor
    const prove = (proof: object) => flow.as(flow.deviceB, factorEntry.prove, { body: { ticket, proof } })
    expect((await prove({ kind: 'recovery', code: 'NOPE' })).status).toBe(401)
    expect((await flow.poll(code)).body.data.status).toBe('scanned')
    world.clock += 120_000
    expect((await prove(nextCode(secret))).body.code).toBe('qr.expired')
    expect((await world.ada.ask(auth.sessions, {}, null)).status).toBe(401)
  })
})

describe('an administrator', () => {
  const reset = async (id: string, by = world.admin) => by.ask(factorAdmin.reset, { params: { id } })

  test('K9 sees accounts with a second factor and can reset it, which ends all sessions', async () => {
    const { codes } = await world.ada.addApp(world.clock)
    await world.ada.addPasskey()
    const listUsersWithFactor = async () => {
      const { users: all } = (await world.admin.ask(users.list)).body.data
      return all.filter(({ hasSecondFactor }: { hasSecondFactor?: boolean }) => hasSecondFactor)
    }
    const [{ _id: id }] = await listUsersWithFactor()
    expect((await reset(id, world.ada)).status).toBe(403)
    expect((await reset(id)).status).toBe(200)
    expect(await world.ada.meStatus()).toBe(401)
    expect(await listUsersWithFactor()).toEqual([])
    const signedIn = await world.ada.login()
    expect(signedIn.status).toBe(200)
    world.ada.continueWith(signedIn.body.data)
    expect(await world.ada.status()).toMatchObject({ passkeys: [], totpSince: null, recoveryCodesLeft: 0 })
    expect(codes).toHaveLength(10)
    const { entries } = (await world.admin.ask(audit.list)).body.data
    expect(entries[1]).toMatchObject({ action: 'user.factor_reset', target: { name: 'ada' } })
    expect((await reset('nobody')).status).toBe(404)
  })
})

describe('the policy that administrators must have a second factor', () => {
  const setPolicy = (administratorsMust: boolean, by = world.admin) =>
    by.ask(factorAdmin.setPolicy, { body: { administratorsMust } })
  const promote = async () => {
    const { user } = (await world.ada.ask(auth.me)).body.data
    await world.admin.ask(users.setRole, { params: { id: user._id }, body: { role: 'admin' } })
    return user._id as string
  }

  test('K13 is set only by an administrator with a second factor, who must then keep it', async () => {
    expect((await world.admin.ask(factorAdmin.policy)).body.data).toEqual({ administratorsMust: false })
    expect((await setPolicy(true)).body.code).toBe('factor.none_of_your_own')
    expect((await setPolicy(true, world.ada)).status).toBe(403)
    await world.admin.addApp(world.clock)
    expect((await setPolicy(true)).status).toBe(200)
    expect((await world.admin.ask(factorAdmin.policy)).body.data).toEqual({ administratorsMust: true })
    expect((await world.admin.ask(secondFactor.removeTotp)).body.code).toBe('factor.required')
    expect((await world.admin.status()).isRequired).toBe(true)
    expect((await setPolicy(false)).status).toBe(200)
    expect((await world.admin.ask(secondFactor.removeTotp)).status).toBe(200)
  })

  test('K13 lets an administrator without one only set one up, and then do everything', async () => {
    const address = await world.app.listen()
    await world.admin.addApp(world.clock)
    await setPolicy(true)
    // A member may continue, an administrator may not.
    expect((await world.ada.ask(auth.sessions)).status).toBe(200)
    await promote()
    const signedIn = await world.ada.login()
    expect(signedIn.body.data.mustSetUpFactor).toBe(true)
    world.ada.continueWith(signedIn.body.data)
    const withoutToken = await askRoutes(world.app, address)
    const answers = [...(await askRoutes(world.app, address, signedIn.body.data.tokens.accessToken))]
    const isForPeople = (route: string, status: number) => withoutToken.get(route)?.status === 401 && status !== 401
    const allowed = answers
      .filter(([route, { status, code }]) => isForPeople(route, status) && code !== 'second_factor_setup_required')
      .map(([route]) => route)
    // People without a password confirm at a provider.
    expect(allowed.sort()).toEqual([
      'GET /auth/identities',
      'GET /auth/me',
      'GET /auth/second-factor',
      'POST /auth/confirm',
      'POST /auth/confirm/options',
      'POST /auth/oidc/:provider/confirm',
      'POST /auth/oidc/:provider/return',
      'POST /auth/password',
      'POST /auth/second-factor/passkeys',
      'POST /auth/second-factor/passkeys/options',
      'POST /auth/second-factor/totp',
      'POST /auth/second-factor/totp/confirm',
    ])
    expect((await world.ada.ask(auth.me)).body.data.mustSetUpFactor).toBe(true)
    await world.ada.addApp(world.clock)
    expect((await world.ada.ask(users.list)).status).toBe(200)
    expect((await world.ada.ask(auth.me)).body.data).not.toHaveProperty('mustSetUpFactor')
  })

  test('K13 ends the streams of all administrators without one, and of nobody else', async () => {
    const address = await world.app.listen()
    const others = []
    for (const username of ['bea', 'cid', 'dan']) {
      const { user, tokens } = await world.app.signUp(username)
      const role = { params: { id: user._id }, body: { role: 'admin' } }
      if (username !== 'dan') await world.admin.ask(users.setRole, role)
      others.push({ tokens, stream: await openEvents(address, tokens.accessToken) })
    }
    await world.admin.addApp(world.clock)
    await setPolicy(true)
    const [bea, cid, dan] = others
    await Promise.all([bea?.stream.ended, cid?.stream.ended])
    await world.app.call(dashboard.create, { body: { name: 'Hall' } }, dan?.tokens.accessToken)
    await expect.poll(() => dan?.stream.ofType('page.updated')).toHaveLength(1)
    await dan?.stream.close()
  })

  test('K13 lets an administrator set up a new factor after a reset', async () => {
    await world.admin.addApp(world.clock)
    const id = await promote()
    await world.ada.addApp(world.clock)
    await setPolicy(true)
    await world.admin.ask(factorAdmin.reset, { params: { id } })
    world.ada.continueWith((await world.ada.login()).body.data)
    expect((await world.ada.ask(users.list)).body.code).toBe('second_factor_setup_required')
    await world.ada.addPasskey()
    expect((await world.ada.ask(users.list)).status).toBe(200)
  })
})
