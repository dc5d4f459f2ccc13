import { randomUUID } from 'node:crypto'
import type { registration } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import type { z } from 'zod'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import { AppError } from '#server/domain/errors.ts'
import { rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Passwords, shareOfAddress } from '#server/passwords/passwords.ts'
import type { UsersService } from '#server/users/users.service.ts'
import { isSameCode } from './setup-code.ts'

type Needs = {
  users: UsersService
  tx: RunInTransaction<'audit' | 'users'>
  passwords: Passwords
  limits: RateLimits
  isOpen: boolean
  setupCode: string
  now: () => number
}

/** A person who wants an account. `mayBeRemote`: they may sit at another machine than the server's. */
type Newcomer = { ip: string; mayBeRemote: boolean }

/** Creates the accounts of people who sign up, the first administrator's included. */
export function createRegistration({ users, tx, passwords, limits, isOpen, setupCode, now }: Needs) {
  /**
   * Checks the setup code: only a reader of the terminal may set the server up, even if others try first. The right
   * code is always accepted, since it is too long to be guessed. Behind a proxy, wrong codes of others may have used up
   * the network's limit.
   */
  function checkCode(typedCode: string | undefined, ip: string): void {
    if (typedCode && isSameCode(typedCode, setupCode)) return
    if (typedCode) limits.spend(rates.wrongSetupCodes, ip)
    throw wrongCode(typedCode)
  }

  const needsCode = async (by: Newcomer) => by.mayBeRemote && !(await users.hasAny())

  return {
    needsCode,

    /** Creates an account. The very first one becomes the administrator, also if REGISTRATION is closed. */
    async register(input: z.output<typeof registration>, by: Newcomer): Promise<User> {
      const { ip } = by
      if (!isOpen && (await users.hasAny())) {
        throw new AppError('forbidden', 'Registration is closed; ask an administrator', {
          code: 'auth.registration_closed',
        })
      }
      const { password, setupCode: typedCode, ...profile } = input
      if (await needsCode(by)) checkCode(typedCode, ip)
      else limits.spend(rates.registrations, ip)
      const passwordHash = await passwords.hashNew(password, profile, 'password', shareOfAddress(ip, profile.username))
      const id = randomUUID()
      const created = tx(async (repos) => {
        const role = (await repos.users.claimFirstAdmin(id)) ? 'admin' : 'user'
        const user = await repos.users.insert({ ...profile, id, role, passwordHash, now: now() })
        const actor = { userId: id, username: user.username, ip }
        await repos.audit.insert(now(), { action: 'auth.registered', by: actor, details: role })
        return user
      })
      const user = await created.catch((error: unknown) => {
        throw isUniqueViolation(error) ? loginTaken() : error
      })
      await users.publish(user)
      return user
    },
  }
}
export type RegistrationService = ReturnType<typeof createRegistration>

const loginTaken = () => new AppError('conflict', 'This username or e-mail is already taken', { code: 'auth.taken' })

function wrongCode(typedCode: string | undefined): AppError {
  const what = typedCode ? 'This is not the setup code.' : 'The first account needs the setup code.'
  const message = `${what} A server that listens to others prints it with each start, in its terminal or log; "npm run admin" makes an administrator without it.`
  return new AppError('forbidden', message, { code: 'auth.setup_code', errors: [{ path: 'setupCode', message }] })
}
