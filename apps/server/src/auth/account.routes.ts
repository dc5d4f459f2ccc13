import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { AccountService } from './account.service.ts'
import type { OwnIdentity } from './own-identity.ts'
import type { OwnPassword } from './own-password.ts'
import type { OwnSessions } from './own-sessions.ts'

type Needs = {
  service: AccountService
  password: OwnPassword
  identity: OwnIdentity
  sessions: OwnSessions
  cookies: Cookies
}

export async function accountRoutes(app: FastifyInstance, needs: Needs): Promise<void> {
  const { service, password, identity, sessions, cookies } = needs
  mount(app, auth.me, (_input, { actor, request }) => service.me(callerOf(actor, request)))
  mount(app, auth.editMe, async ({ body }, { actor, request }) => ({
    user: await service.edit(callerOf(actor, request), body),
  }))
  mount(app, auth.changePassword, async ({ body }, { actor, request }) => {
    const { currentPassword, newPassword } = body
    await password.change(callerOf(actor, request), currentPassword, newPassword, deviceOf(request, cookies))
    return {}
  })
  mount(app, auth.confirm, ({ body }, { actor, request }) =>
    'credential' in body
      ? identity.confirm(callerOf(actor, request), body.credential)
      : password.confirm(callerOf(actor, request), body.password, deviceOf(request, cookies)),
  )
  mount(app, auth.sessions, (_input, { actor, request }) => sessions.list(callerOf(actor, request)))
  mount(app, auth.endSession, async ({ params }, { actor, request }) => {
    await sessions.end(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, auth.endOthers, async (_input, { actor, request }) => ({
    ended: await sessions.endOthers(callerOf(actor, request)),
  }))
}
