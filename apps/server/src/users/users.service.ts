import type { User } from '@atalaya/contract/users'
import { AppError } from '#server/http/errors.ts'
import type { UserSecret, UsersRepo } from './users.repo.ts'

type Needs = { repo: UsersRepo }

/** Accounts. */
export function createUsersService({ repo }: Needs) {
  return {
    async get(id: string): Promise<User> {
      const user = await repo.find(id)
      if (!user) throw new AppError('not_found', 'No such user', { code: 'users.not_found' })
      return user
    },
    findSecret: (login: string): Promise<UserSecret | null> => repo.findSecret(login),
    hasAny: (): Promise<boolean> => repo.hasAny(),
  }
}
export type UsersService = ReturnType<typeof createUsersService>
