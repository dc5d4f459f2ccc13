import { identities, oidc } from '@atalaya/contract/identities'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setSignInCookies, setTicketCookie } from '#server/auth/sign-in-cookies.ts'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { Identities } from './identities.service.ts'
import type { ProviderSignIns } from './provider-sign-ins.service.ts'
import type { Browser } from './starts.ts'

type Needs = {
  providerSignIns: ProviderSignIns
  service: Identities
  cookies: Cookies
  originOf: (request: FastifyRequest) => string
}

export async function identitiesRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { providerSignIns, service, cookies, originOf } = needs
  const browserOf = (request: FastifyRequest): Browser => ({
    secret: cookies.read(request, 'provider'),
    origin: originOf(request),
  })

  mount(app, oidc.start, async ({ params }, { request, reply }) => {
    const { secret, authorizeUrl } = await providerSignIns.start(
      params.provider,
      browserOf(request),
      deviceOf(request, cookies),
    )
    cookies.set(reply, 'provider', secret)
    return { authorizeUrl }
  })
  mount(app, oidc.finish, async ({ params, body }, { request, reply }) => {
    const device = deviceOf(request, cookies)
    const finished = providerSignIns.finish(params.provider, body.answer, browserOf(request), device)
    const outcome = await setTicketCookie(cookies, reply, finished)
    if ('newcomer' in outcome) return outcome
    cookies.clear(reply, 'provider')
    setSignInCookies(cookies, reply, outcome.session)
    return outcome
  })
  mount(app, oidc.register, async ({ params, body }, { request, reply }) => {
    const device = deviceOf(request, cookies)
    const registered = providerSignIns.register(params.provider, body, browserOf(request), device)
    const session = await setTicketCookie(cookies, reply, registered)
    cookies.clear(reply, 'provider')
    setSignInCookies(cookies, reply, session)
    return { session }
  })

  mount(app, identities.list, (_input, { actor, request }) => service.list(callerOf(actor, request)))
  mount(app, identities.link, async ({ params }, { actor, request, reply }) => {
    const begun = await service.beginLink(callerOf(actor, request), params.provider, browserOf(request))
    cookies.set(reply, 'provider', begun.secret)
    return { authorizeUrl: begun.authorizeUrl }
  })
  mount(app, identities.confirm, async ({ params }, { actor, request, reply }) => {
    const begun = await service.beginConfirm(callerOf(actor, request), params.provider, browserOf(request))
    cookies.set(reply, 'provider', begun.secret)
    return { authorizeUrl: begun.authorizeUrl }
  })
  mount(app, identities.finish, async ({ params, body }, { actor, request, reply }) => {
    const done = await service.finish(callerOf(actor, request), params.provider, body.answer, browserOf(request))
    cookies.clear(reply, 'provider')
    return { done }
  })
  mount(app, identities.unlink, async ({ params }, { actor, request }) => {
    await service.unlink(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, identities.edit, async ({ body }, { actor, request }) => {
    await service.setLocalSignIn(callerOf(actor, request), body.localSignIn)
    return {}
  })
}
