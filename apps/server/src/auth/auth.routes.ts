import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { addressOf } from '#server/http/address.ts'
import { mount } from '#server/http/mount.ts'
import type { AuthService, SignedInWithCookies } from './auth.service.ts'
import { type Cookies, deviceOf } from './device.ts'
import type { RegistrationService } from './registration.ts'

type Needs = { service: AuthService; registration: RegistrationService; cookies: Cookies }

export async function authRoutes(app: FastifyInstance, { service, registration, cookies }: Needs): Promise<void> {
  mount(app, auth.register, async ({ body }, { request }) => ({
    user: await registration.register(body, addressOf(request)),
  }))
  mount(app, auth.login, async ({ body }, { request, reply }) => {
    const signedIn = await service.login(body, deviceOf(request, cookies))
    setSignInCookies(cookies, reply, signedIn)
    return signedIn
  })
  mount(app, auth.refresh, ({ body }, { request }) =>
    service.refresh(body.refreshToken, cookies.read(request, 'binding'), addressOf(request)),
  )
  mount(app, auth.logout, async ({ body }, { request, reply }) => {
    await service.logout(body.refreshToken, addressOf(request))
    cookies.clear(reply, 'binding')
    return {}
  })
}

export function setSignInCookies(cookies: Cookies, reply: FastifyReply, signedIn: SignedInWithCookies): void {
  cookies.set(reply, 'binding', signedIn.binding)
  cookies.set(reply, 'knownDevice', signedIn.knownDevice)
}
