import type { Credentials } from '@atalaya/contract/auth'
import type { Audit } from '#server/audit/audit.service.ts'
import { networkOf } from '#server/http/address.ts'
import { AppError } from '#server/http/errors.ts'
import type { UserSecret, UsersService } from '#server/users/users.service.ts'
import type { Device } from './device.ts'
import { budgetKey, type GuessBudget } from './guess-budget.ts'
import { rates } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { RateLimits } from './rate-limits.ts'

type Needs = { users: UsersService; passwords: Passwords; budget: GuessBudget; limits: RateLimits; audit: Audit }

/** Looks at credentials, the same way for every way in: same answer, same work, one budget of guesses. */
export function createSignIn({ users, passwords, budget, limits, audit }: Needs) {
  return {
    /**
     * @throws AppError unauthorized, the same for an unknown account, a wrong password and a deactivated account;
     * too_many where account or network have had too many failures.
     */
    async check(given: Credentials, device: Device): Promise<UserSecret> {
      const secret = await users.findSecret(given.username)
      const isKnown = secret !== null && (await budget.isKnown(secret.id, device.knownDevice))
      if (!isKnown) limits.check(rates.failedSignIns, networkOf(device.ip))
      const key = budgetKey(given.username, secret?.id ?? null, isKnown ? device.knownDevice : null)
      const isRight = await budget.guess(key, async () => {
        const matches = await passwords.verify(given.password, secret?.passwordHash ?? null)
        return matches && secret?.isActive === true
      })
      if (secret && isRight) return secret
      if (!isKnown) limits.count(rates.failedSignIns, networkOf(device.ip))
      // A name that nobody has may be a password in the wrong field: it is not kept.
      const by = { userId: secret?.id ?? null, username: secret?.username ?? 'unknown account', ip: device.ip }
      await audit.record({ action: 'auth.login_failed', by })
      throw wrongCredentials()
    },

    /** Whether this is the account's password, at the cost of the same budget. */
    async isPasswordOf(userId: string, password: string, device: Device): Promise<boolean> {
      const secret = await users.getSecret(userId)
      const isKnown = await budget.isKnown(userId, device.knownDevice)
      const key = budgetKey('', userId, isKnown ? device.knownDevice : null)
      return budget.guess(key, () => passwords.verify(password, secret.passwordHash))
    },

    rememberIn: budget.rememberIn,
  }
}
export type SignIn = ReturnType<typeof createSignIn>

export const wrongCredentials = () =>
  new AppError('unauthorized', 'Credenciales incorrectas', { code: 'auth.wrong_credentials' })
