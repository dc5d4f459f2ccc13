import { randomUUID } from 'node:crypto'
import type { Credentials, registration, SignedIn, Tokens } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import type { z } from 'zod'
import { isUniqueViolation } from '#server/db/open.ts'
import type { RunInTransaction } from '#server/db/repos.ts'
import { AppError } from '#server/http/errors.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { Passwords } from './passwords.ts'
import type { Device, Sessions } from './sessions.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction
  sessions: Sessions
  passwords: Passwords
  registrationOpen: boolean
  now: () => number
}

/** Signing up and in. */
export function createAuthService({ users, tx, sessions, passwords, registrationOpen, now }: Needs) {
  return {
    /** Creates an account; the very first one becomes the administrator, whatever REGISTRATION says. */
    async register(input: z.output<typeof registration>): Promise<User> {
      if (!registrationOpen && (await users.hasAny())) {
        throw new AppError('forbidden', 'Registration is closed; ask an administrator', {
          code: 'auth.registration_closed',
        })
      }
      const { password, ...profile } = input
      const passwordHash = await passwords.hash(password)
      const id = randomUUID()
      try {
        return await tx(async (repos) => {
          const role = (await repos.users.claimFirstAdmin(id)) ? 'admin' : 'user'
          return repos.users.insert({ ...profile, id, role, passwordHash, now: now() })
        })
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        throw new AppError('conflict', 'This username or e-mail is already taken', { code: 'auth.taken' })
      }
    },

    async login(given: Credentials, device: Device): Promise<SignedIn & { binding: string | null }> {
      const secret = await users.findSecret(given.username)
      const matches = await passwords.verify(given.password, secret?.passwordHash ?? null)
      if (!secret || !matches || !secret.isActive) throw wrongCredentials()
      const { tokens, binding } = await sessions.open(secret, device, 'password')
      return { tokens, binding, user: await users.get(secret.id), mustChangePassword: secret.mustChangePassword }
    },

    refresh: (refreshToken: string, binding: string | null): Promise<Tokens> => sessions.refresh(refreshToken, binding),
    logout: (refreshToken: string): Promise<void> => sessions.close(refreshToken),
  }
}
export type AuthService = ReturnType<typeof createAuthService>

const wrongCredentials = () =>
  new AppError('unauthorized', 'Credenciales incorrectas', { code: 'auth.wrong_credentials' })
