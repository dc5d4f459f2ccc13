import { randomUUID } from 'node:crypto'
import type { registration } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import type { z } from 'zod'
import type { RunInTransaction } from '#server/db/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import { networkOf } from '#server/http/address.ts'
import { AppError } from '#server/http/errors.ts'
import type { UsersService } from '#server/users/users.service.ts'
import { rates } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { RateLimits } from './rate-limits.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction
  passwords: Passwords
  limits: RateLimits
  isOpen: boolean
  now: () => number
}

/** Signing up. */
export function createRegistration({ users, tx, passwords, limits, isOpen, now }: Needs) {
  return {
    /** Creates an account; the very first one becomes the administrator, whatever REGISTRATION says. */
    async register(input: z.output<typeof registration>, ip: string): Promise<User> {
      if (!isOpen && (await users.hasAny())) {
        throw new AppError('forbidden', 'Registration is closed; ask an administrator', {
          code: 'auth.registration_closed',
        })
      }
      limits.take(rates.registrations, networkOf(ip))
      const { password, ...profile } = input
      const passwordHash = await passwords.hashNew(password, profile, 'password')
      const id = randomUUID()
      const created = tx(async (repos) => {
        const role = (await repos.users.claimFirstAdmin(id)) ? 'admin' : 'user'
        const user = await repos.users.insert({ ...profile, id, role, passwordHash, now: now() })
        const by = { userId: id, username: user.username, ip }
        await repos.audit.insert(now(), { action: 'auth.registered', by, details: role })
        return user
      })
      const user = await created.catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken() : error
      })
      await users.tell(user)
      return user
    },
  }
}
export type RegistrationService = ReturnType<typeof createRegistration>

const taken = () => new AppError('conflict', 'This username or e-mail is already taken', { code: 'auth.taken' })
