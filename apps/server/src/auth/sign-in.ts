import type { Credentials } from '@atalaya/contract/auth'
import { type Passwords, shareOfAccount, shareOfAddress } from '#server/passwords/passwords.ts'
import type { Device } from '#server/sessions/device.ts'
import { budgetKey, type GuessBudget } from '#server/sessions/guess-budget.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { wrongCredentials } from '#server/sessions/sessions.ts'
import type { UserSecret, UsersService } from '#server/users/users.service.ts'
import type { BeginAttempt } from './attempts.ts'
import { BY_LOGIN, type LetIn, type SignedInWithCookies, type WayIn } from './letting-in.ts'

type Needs = {
  users: UsersService
  passwords: Passwords
  budget: GuessBudget
  devices: KnownDevices
  begin: BeginAttempt
  letIn: LetIn
}

/** Checks passwords alike for all ways to sign in: same answer, same work, one budget of guesses. */
export function createSignIn({ users, passwords, budget, devices, begin, letIn }: Needs) {
  /** Checks a password, at the same cost without an account. `deviceHash`: the account knows the device by it. */
  async function isRight(
    credentials: Credentials,
    secret: UserSecret | null,
    deviceHash: string | null,
    device: Device,
  ) {
    const share = secret && deviceHash ? shareOfAccount(secret.id) : shareOfAddress(device.ip, credentials.username)
    const matches = await passwords.verify(credentials.password, secret?.passwordHash ?? null, share)
    return matches && secret?.isActive === true
  }

  return {
    /**
     * Signs in with a password.
     *
     * @throws AppError unauthorized, the same for an unknown account, a wrong password and a deactivated account.
     * @throws SecondFactorRequired if the account has a second factor. The right password costs no try of the budget;
     *   wrong ones before it still count.
     * @throws AppError too_many after too many failures of account or network, or too many sign-ins.
     */
    async enter(credentials: Credentials, device: Device, way: WayIn = BY_LOGIN): Promise<SignedInWithCookies> {
      const secret = await users.findSecret(credentials.username)
      const attempt = await begin({ secret, device })
      const opened = await budget.enter(
        budgetKey(credentials.username, secret?.id ?? null, attempt.deviceHash),
        () => isRight(credentials, secret, attempt.deviceHash, device),
        async (clearBudget) => {
          if (!secret) throw wrongCredentials()
          attempt.succeed()
          const inTransaction: WayIn['inTransaction'] = async (repos) => {
            await clearBudget(repos)
            await way.inTransaction?.(repos, secret)
          }
          return letIn({ secret, device }, { ...way, inTransaction })
        },
      )
      if (opened) return opened
      await attempt.fail()
      throw wrongCredentials()
    },

    /** True if this is the account's password. A wrong one costs the same budget. */
    async isPasswordOf(userId: string, password: string, device: Device): Promise<boolean> {
      const secret = await users.getSecret(userId)
      const key = budgetKey('', userId, await devices.find(userId, device))
      return budget.guess(key, () => passwords.verify(password, secret.passwordHash, shareOfAccount(userId)))
    },
  }
}
export type SignIn = ReturnType<typeof createSignIn>
