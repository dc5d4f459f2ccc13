import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mount } from '#server/http/mount.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { AuthService } from './auth.service.ts'
import { type Device, SESSION_MS } from './sessions.ts'

const USER_AGENT_MAX = 300

type Needs = { service: AuthService; users: UsersService; secureCookies: boolean }

export async function authRoutes(app: FastifyInstance, { service, users, secureCookies }: Needs): Promise<void> {
  const cookieName = secureCookies ? '__Host-sb' : 'sb'
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: secureCookies } as const
  const bind = (reply: FastifyReply, binding: string | null) => {
    if (binding) reply.setCookie(cookieName, binding, { ...cookieOptions, maxAge: SESSION_MS / 1000 })
  }

  mount(app, auth.register, async ({ body }) => ({ user: await service.register(body) }))
  mount(app, auth.login, async ({ body }, { request, reply }) => {
    const { binding, ...signedIn } = await service.login(body, deviceOf(request))
    bind(reply, binding)
    return signedIn
  })
  mount(app, auth.refresh, ({ body }, { request }) =>
    service.refresh(body.refreshToken, request.cookies[cookieName] ?? null),
  )
  mount(app, auth.logout, async ({ body }, { reply }) => {
    await service.logout(body.refreshToken)
    reply.clearCookie(cookieName, cookieOptions)
    return {}
  })
  mount(app, auth.me, async (_input, { actor }) => ({ user: await users.get(actor.userId) }))
}

function deviceOf(request: FastifyRequest): Device {
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    ip: request.ip,
    isBrowser: request.headers.origin !== undefined,
  }
}
