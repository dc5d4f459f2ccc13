import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { addressOf } from '#server/http/address.ts'
import { mount } from '#server/http/mount.ts'
import { isRequestForOthers } from '#server/http/reach.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { Rotation } from '#server/sessions/rotation.ts'
import type { RegistrationService } from './registration.ts'
import type { SignIn } from './sign-in.ts'
import { setSignInCookies, setTicketCookie } from './sign-in-cookies.ts'

type Needs = {
  signIn: SignIn
  rotation: Rotation
  registration: RegistrationService
  cookies: Cookies
  config: Config
  /** Finds the provider's page that ends the session there, too; undefined if it has none. */
  endSession: (provider: string, request: FastifyRequest) => Promise<EndSession | undefined>
}
type EndSession = { name: string; endSessionUrl: string }

export async function authRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { signIn, rotation, registration, cookies, config, endSession } = needs
  const newcomerOf = (request: FastifyRequest) => ({
    ip: addressOf(request),
    mayBeRemote: isRequestForOthers(request, config),
  })
  mount(app, auth.setup, async (_input, { request }) => ({
    needsCode: await registration.needsCode(newcomerOf(request)),
  }))
  mount(app, auth.register, async ({ body }, { request }) => ({
    user: await registration.register(body, newcomerOf(request)),
  }))
  mount(app, auth.login, async ({ body }, { request, reply }) => {
    const signedIn = await setTicketCookie(cookies, reply, signIn.enter(body, deviceOf(request, cookies)))
    setSignInCookies(cookies, reply, signedIn)
    return signedIn
  })
  mount(app, auth.refresh, ({ body }, { request }) =>
    rotation.refresh(body.refreshToken, cookies.read(request, 'binding'), addressOf(request)),
  )
  mount(app, auth.logout, async ({ body }, { request, reply }) => {
    const provider = await rotation.close(body.refreshToken, addressOf(request))
    cookies.clear(reply, 'binding')
    return { provider: provider === null ? undefined : await endSession(provider, request) }
  })
}
