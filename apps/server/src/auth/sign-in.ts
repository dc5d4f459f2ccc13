import type { Credentials } from '@atalaya/contract/auth'
import type { Audit } from '#server/audit/audit.service.ts'
import { type Rate, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Passwords, shareOfAccount, shareOfAddress } from '#server/passwords/passwords.ts'
import type { Device } from '#server/sessions/device.ts'
import { budgetKey, type ForgiveIn, type GuessBudget } from '#server/sessions/guess-budget.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { wrongCredentials } from '#server/sessions/sessions.ts'
import type { UserSecret, UsersService } from '#server/users/users.service.ts'

type Needs = {
  users: UsersService
  passwords: Passwords
  budget: GuessBudget
  devices: KnownDevices
  limits: RateLimits
  audit: Audit
}

/** Looks at credentials, the same way for every way in: same answer, same work, one budget of guesses. */
export function createSignIn({ users, passwords, budget, devices, limits, audit }: Needs) {
  /** Looks at the password of an account, or of none at the same cost; `known` is what knows the device. */
  async function isRight(given: Credentials, secret: UserSecret | null, known: string | null, device: Device) {
    const share = secret && known ? shareOfAccount(secret.id) : shareOfAddress(device.ip, given.username)
    const matches = await passwords.verify(given.password, secret?.passwordHash ?? null, share)
    return matches && secret?.isActive === true
  }

  /** A name that nobody has may be a password in the wrong field: it is not kept. */
  function noteFailure(secret: UserSecret | null, { ip }: Device): Promise<void> {
    const by = { userId: secret?.id ?? null, username: secret?.username ?? 'unknown account', ip }
    return audit.record({ action: 'auth.login_failed', by })
  }

  return {
    /**
     * Opens what the credentials are good for: `open` writes that together with `forgiveIn`.
     * @throws AppError unauthorized, the same for an unknown account, a wrong password and a deactivated account;
     * too_many where account or network have had too many failures, or too many sign-ins.
     */
    async enter<T>(
      given: Credentials,
      device: Device,
      open: (secret: UserSecret, forgiveIn: ForgiveIn) => Promise<T>,
    ): Promise<T> {
      const secret = await users.findSecret(given.username)
      const known = secret && (await devices.find(secret.id, device))
      const bounds = boundsOf(secret?.id ?? null, known ? null : device.ip)
      for (const [rate, key] of [...bounds.failures, ...bounds.successes]) limits.check(rate, key)
      const opened = await budget.enter(
        budgetKey(given.username, secret?.id ?? null, known),
        () => isRight(given, secret, known, device),
        async (forgiveIn) => {
          if (!secret) throw wrongCredentials()
          // Once more: of many at once, all have passed the first look.
          for (const [rate, key] of bounds.successes) limits.spend(rate, key)
          return { answer: await open(secret, forgiveIn) }
        },
      )
      if (opened) return opened.answer
      for (const [rate, key] of bounds.failures) limits.count(rate, key)
      await noteFailure(secret, device)
      throw wrongCredentials()
    },

    /** Whether this is the account's password, at the cost of the same budget. */
    async isPasswordOf(userId: string, password: string, device: Device): Promise<boolean> {
      const secret = await users.getSecret(userId)
      const key = budgetKey('', userId, await devices.find(userId, device))
      return budget.guess(key, () => passwords.verify(password, secret.passwordHash, shareOfAccount(userId)))
    },

    rememberIn: devices.rememberIn,
  }
}
export type SignIn = ReturnType<typeof createSignIn>

/** What a sign-in counts for: for its account, and for its network unless the account knows the device. */
function boundsOf(userId: string | null, ip: string | null) {
  const ofNetwork = (rate: Rate): Bound[] => (ip === null ? [] : [[rate, ip]])
  const ofAccount: Bound[] = userId === null ? [] : [[rates.signInsOfAccount, userId]]
  return { failures: ofNetwork(rates.failedSignIns), successes: [...ofNetwork(rates.signIns), ...ofAccount] }
}
type Bound = [rate: Rate, key: string]
