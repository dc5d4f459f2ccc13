import { displayScreen } from '@atalaya/contract/display-screen'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { type Cookies, comesFromBrowser, deviceOf } from '#server/sessions/device.ts'
import type { ScreenPairing } from './screen-pairing.ts'
import type { Screens } from './screens.ts'

const POLL_HEADER = 'x-display-poll'

type Needs = { pairing: ScreenPairing; screens: Screens; cookies: Cookies }

export async function displayScreenRoutes(app: FastifyInstance, { pairing, screens, cookies }: Needs): Promise<void> {
  function pollTokenOf(request: FastifyRequest): string | null {
    const header = request.headers[POLL_HEADER]
    return typeof header === 'string' ? header : cookies.read(request, 'displayPoll')
  }
  /** Renews the cookie, so that it never expires while the display is on. */
  const renewBinding = (request: FastifyRequest, reply: FastifyReply) =>
    cookies.set(reply, 'display', cookies.read(request, 'display'))

  mount(app, displayScreen.begin, async (_input, { request, reply }) => {
    const device = deviceOf(request, cookies)
    const begun = await pairing.begin(device, comesFromBrowser(request), pollTokenOf(request))
    cookies.set(reply, 'displayPoll', begun.pollToken)
    return begun
  })
  mount(app, displayScreen.status, async ({ params }, { request, reply }) => {
    const { binding, ...polled } = await pairing.status(params.code, pollTokenOf(request))
    cookies.set(reply, 'display', binding)
    return polled
  })
  mount(app, displayScreen.self, async (_input, { actor, request, reply }) => {
    const display = await screens.self(actor)
    renewBinding(request, reply)
    return display
  })
  mount(app, displayScreen.report, async ({ body }, { actor, request, reply }) => {
    const answer = await screens.report(callerOf(actor, request), body)
    renewBinding(request, reply)
    return answer
  })
}
