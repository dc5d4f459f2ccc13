import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { addressOf } from '#server/http/address.ts'
import { mount } from '#server/http/mount.ts'
import { isAskedByOthers } from '#server/http/reach.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { Rotation } from '#server/sessions/rotation.ts'
import type { AuthService, SignedInWithCookies } from './auth.service.ts'
import type { RegistrationService } from './registration.ts'

type Needs = {
  service: AuthService
  rotation: Rotation
  registration: RegistrationService
  cookies: Cookies
  config: Config
}

export async function authRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { service, rotation, registration, cookies, config } = needs
  const newcomer = (request: FastifyRequest) => ({
    ip: addressOf(request),
    isOther: isAskedByOthers(request, config),
  })
  mount(app, auth.setup, async (_input, { request }) => ({
    needsCode: await registration.needsCode(newcomer(request)),
  }))
  mount(app, auth.register, async ({ body }, { request }) => ({
    user: await registration.register(body, newcomer(request)),
  }))
  mount(app, auth.login, async ({ body }, { request, reply }) => {
    const signedIn = await service.login(body, deviceOf(request, cookies))
    setSignInCookies(cookies, reply, signedIn)
    return signedIn
  })
  mount(app, auth.refresh, ({ body }, { request }) =>
    rotation.refresh(body.refreshToken, cookies.read(request, 'binding'), addressOf(request)),
  )
  mount(app, auth.logout, async ({ body }, { request, reply }) => {
    await rotation.close(body.refreshToken, addressOf(request))
    cookies.clear(reply, 'binding')
    return {}
  })
}

export function setSignInCookies(cookies: Cookies, reply: FastifyReply, signedIn: SignedInWithCookies): void {
  cookies.set(reply, 'binding', signedIn.binding)
  cookies.set(reply, 'knownDevice', signedIn.knownDevices?.join('.') ?? null)
}
