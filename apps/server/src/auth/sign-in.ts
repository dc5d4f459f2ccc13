import type { Credentials } from '@atalaya/contract/auth'
import { type Passwords, shareOfAccount, shareOfAddress } from '#server/passwords/passwords.ts'
import type { Device } from '#server/sessions/device.ts'
import { budgetKey, type GuessBudget } from '#server/sessions/guess-budget.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { wrongCredentials } from '#server/sessions/sessions.ts'
import type { SignInAccount, UsersService } from '#server/users/users.service.ts'
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
    account: SignInAccount | null,
    deviceHash: string | null,
    device: Device,
  ) {
    const share = account && deviceHash ? shareOfAccount(account.id) : shareOfAddress(device.ip, credentials.username)
    const matches = await passwords.verify(credentials.password, account?.passwordHash ?? null, share)
    return matches && account?.isActive === true
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
      const account = await users.findForSignIn(credentials.username)
      const attempt = await begin({ account, device })
      const signedIn = await budget.enter(
        budgetKey(credentials.username, account?.id ?? null, attempt.deviceHash),
        () => isRight(credentials, account, attempt.deviceHash, device),
        async (clearBudget) => {
          if (!account) throw wrongCredentials()
          attempt.succeed()
          const inTransaction: WayIn['inTransaction'] = async (repos) => {
            await clearBudget(repos)
            await way.inTransaction?.(repos, account)
          }
          return letIn({ account, device }, { ...way, inTransaction })
        },
      )
      if (signedIn) return signedIn
      await attempt.fail()
      throw wrongCredentials()
    },

    /** True if this is the account's password. A wrong one costs a try of the budget that sign-ins have, too. */
    async isPasswordOf(userId: string, password: string, device: Device): Promise<boolean> {
      const account = await users.getForSignIn(userId)
      const key = budgetKey('', userId, await devices.find(userId, device))
      return budget.guess(key, () => passwords.verify(password, account.passwordHash, shareOfAccount(userId)))
    },
  }
}
export type SignIn = ReturnType<typeof createSignIn>
