import { qr } from '@atalaya/contract/qr'
import type { FastifyInstance } from 'fastify'
import { mount } from '#server/http/mount.ts'
import { type Cookies, comesFromBrowser, deviceOf } from '#server/sessions/device.ts'
import type { QrService } from './qr.service.ts'
import type { QrApproval } from './qr-approval.ts'
import type { QrRelease } from './qr-release.ts'
import { setSignInCookies, setTicketCookie } from './sign-in-cookies.ts'

const POLL_HEADER = 'x-qr-poll'

type Needs = { service: QrService; approval: QrApproval; release: QrRelease; cookies: Cookies }

export async function qrRoutes(app: FastifyInstance, { service, approval, release, cookies }: Needs): Promise<void> {
  mount(app, qr.generate, async (_input, { request, reply }) => {
    const lastPoll = cookies.read(request, 'poll')
    const generated = await service.generate(deviceOf(request, cookies), comesFromBrowser(request), lastPoll)
    cookies.set(reply, 'poll', generated.pollToken)
    return generated
  })
  mount(app, qr.status, async ({ params }, { request, reply }) => {
    const header = request.headers[POLL_HEADER]
    const pollToken = typeof header === 'string' ? header : cookies.read(request, 'poll')
    const { status, session } = await release.status(params.code, pollToken)
    if (!session) return { status }
    const { binding, ...signedIn } = session
    cookies.set(reply, 'binding', binding)
    return { status, ...signedIn }
  })
  mount(app, qr.scan, async ({ body }, { request, reply }) => {
    const lastClaim = cookies.read(request, 'claim')
    const { claim, ...scanned } = await service.scan(body.code, deviceOf(request, cookies), lastClaim)
    cookies.set(reply, 'claim', claim)
    return scanned
  })
  mount(app, qr.authenticate, async ({ body }, { request, reply }) => {
    const { code, ...credentials } = body
    const claim = cookies.read(request, 'claim')
    const approved = approval.authenticate(code, credentials, deviceOf(request, cookies), claim)
    const signedIn = await setTicketCookie(cookies, reply, approved)
    setSignInCookies(cookies, reply, signedIn)
    return { status: 'authenticated' as const, ...signedIn }
  })
}
