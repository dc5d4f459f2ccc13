import type { Data } from '@atalaya/contract/route'
import { user, users } from '@atalaya/contract/users'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import { PiecedAnswer, serializeItems } from '#server/http/pieced.ts'
import type { UserAccess } from './user-access.ts'
import type { UsersService } from './users.service.ts'

type Needs = { service: UsersService; access: UserAccess }

export async function usersRoutes(app: FastifyInstance, { service, access }: Needs): Promise<void> {
  mount(
    app,
    users.list,
    async () => new PiecedAnswer<Data<typeof users.list>>({ users: [] }, 'users', serializeItems(user, service.list())),
  )
  mount(app, users.locks, async () => ({ locks: await access.locks() }))
  mount(app, users.unlock, async ({ params }, { actor, request }) => {
    await access.liftLock(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, users.get, async ({ params }, { actor, request }) => ({
    users: await service.getFor(callerOf(actor, request), params.id),
  }))
  mount(app, users.edit, async ({ params, body }, { actor, request }) => ({
    user: await service.edit(callerOf(actor, request), params.id, body),
  }))
  mount(app, users.setStatus, async ({ params, body }, { actor, request }) => ({
    user: await service.setStatus(callerOf(actor, request), params.id, body.isActive),
  }))
  mount(app, users.setRole, async ({ params, body }, { actor, request }) => ({
    user: await service.setRole(callerOf(actor, request), params.id, body.role),
  }))
  mount(app, users.logoutAll, async ({ params }, { actor, request }) => {
    await service.logoutAll(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, users.resetPassword, async ({ params, body }, { actor, request }) => {
    await access.resetPassword(callerOf(actor, request), params.id, body)
    return {}
  })
  mount(app, users.remove, async ({ params }, { actor, request }) => {
    await service.remove(callerOf(actor, request), params.id)
    return {}
  })
}
