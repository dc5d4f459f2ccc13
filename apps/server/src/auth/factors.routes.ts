import { factorAdmin } from '@atalaya/contract/factor-admin'
import { factorEntry } from '@atalaya/contract/factor-entry'
import { secondFactor } from '@atalaya/contract/second-factor'
import type { FastifyInstance } from 'fastify'
import type { FactorChanges } from '#server/factors/factor-changes.ts'
import type { PolicyService } from '#server/factors/factor-policy.ts'
import type { OwnFactors } from '#server/factors/own-factors.ts'
import type { OwnPasskeys } from '#server/factors/own-passkeys.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { FactorSignIn } from './factor-sign-in.ts'
import type { PasskeySignIn } from './passkey-sign-in.ts'
import { setSignInCookies } from './sign-in-cookies.ts'

type Needs = {
  factorSignIn: FactorSignIn
  passkeySignIn: PasskeySignIn
  own: OwnFactors
  passkeys: OwnPasskeys
  changes: FactorChanges
  policy: PolicyService
  cookies: Cookies
}

export async function factorRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  signInRoutes(app, needs)
  ownRoutes(app, needs)
  const { changes, policy } = needs
  mount(app, factorAdmin.reset, async ({ params }, { actor, request }) => {
    await changes.reset(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, factorAdmin.policy, () => policy.read())
  mount(app, factorAdmin.setPolicy, ({ body }, { actor, request }) => policy.set(callerOf(actor, request), body))
}

function signInRoutes(app: FastifyInstance, { factorSignIn, passkeySignIn, cookies }: Needs): void {
  mount(app, factorEntry.prove, async ({ body }, { request, reply }) => {
    const device = deviceOf(request, cookies)
    const signedIn = await factorSignIn.prove(body.ticket, body.proof, device, cookies.read(request, 'ticket'))
    setSignInCookies(cookies, reply, signedIn)
    cookies.clear(reply, 'ticket')
    return signedIn
  })
  mount(app, factorEntry.passkeyOptions, async (_input, { request, reply }) => {
    const challenge = await passkeySignIn.requestOptions(deviceOf(request, cookies), cookies.read(request, 'challenge'))
    cookies.set(reply, 'challenge', challenge.cookie)
    return { options: challenge.options }
  })
  mount(app, factorEntry.signInByPasskey, async ({ body }, { request, reply }) => {
    const device = deviceOf(request, cookies)
    const signedIn = await passkeySignIn.enter(body.credential, device, cookies.read(request, 'challenge'))
    setSignInCookies(cookies, reply, signedIn)
    return signedIn
  })
}

function ownRoutes(app: FastifyInstance, { own, passkeys, cookies }: Needs): void {
  mount(app, secondFactor.status, (_input, { actor, request }) => own.status(callerOf(actor, request)))
  mount(app, secondFactor.beginPasskey, async (_input, { actor, request }) => ({
    options: await passkeys.begin(callerOf(actor, request), deviceOf(request, cookies).origin),
  }))
  mount(app, secondFactor.addPasskey, ({ body }, { actor, request }) =>
    passkeys.add(callerOf(actor, request), body.name, body.credential),
  )
  mount(app, secondFactor.renamePasskey, async ({ params, body }, { actor, request }) => ({
    passkey: await passkeys.rename(callerOf(actor, request), params.id, body.name),
  }))
  mount(app, secondFactor.removePasskey, async ({ params }, { actor, request }) => {
    await passkeys.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, secondFactor.beginTotp, (_input, { actor, request }) => own.beginTotp(callerOf(actor, request)))
  mount(app, secondFactor.confirmTotp, ({ body }, { actor, request }) =>
    own.confirmTotp(callerOf(actor, request), body.code),
  )
  mount(app, secondFactor.removeTotp, async (_input, { actor, request }) => {
    await own.removeTotp(callerOf(actor, request))
    return {}
  })
  mount(app, secondFactor.renewRecoveryCodes, async (_input, { actor, request }) => ({
    recoveryCodes: await own.renewCodes(callerOf(actor, request)),
  }))
  mount(app, factorEntry.confirmOptions, async (_input, { actor, request }) => ({
    options: await passkeys.confirmOptions(callerOf(actor, request), deviceOf(request, cookies).origin),
  }))
}
