import { auth } from '@atalaya/contract/auth'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { type Cookies, deviceOf } from '#server/sessions/device.ts'
import type { AccountService } from './account.service.ts'

type Needs = { service: AccountService; cookies: Cookies }

export async function accountRoutes(app: FastifyInstance, { service, cookies }: Needs): Promise<void> {
  mount(app, auth.me, (_input, { actor, request }) => service.me(callerOf(actor, request)))
  mount(app, auth.editMe, async ({ body }, { actor, request }) => ({
    user: await service.edit(callerOf(actor, request), body),
  }))
  mount(app, auth.changePassword, async ({ body }, { actor, request }) => {
    const { currentPassword, newPassword } = body
    await service.changePassword(callerOf(actor, request), currentPassword, newPassword, deviceOf(request, cookies))
    return {}
  })
  mount(app, auth.confirm, ({ body }, { actor, request }) =>
    service.confirm(callerOf(actor, request), body.password, deviceOf(request, cookies)),
  )
  mount(app, auth.sessions, (_input, { actor, request }) => service.sessions(callerOf(actor, request)))
  mount(app, auth.endSession, async ({ params }, { actor, request }) => {
    await service.endSession(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, auth.endOthers, async (_input, { actor, request }) => ({
    ended: await service.endOtherSessions(callerOf(actor, request)),
  }))
}
