import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { SignedIn } from '@atalaya/contract/auth'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { SessionProvider, SignedInBy } from '#server/domain/actors.ts'
import type { IsFactorRequired } from '#server/factors/factor-policy.ts'
import type { Device } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import type { SignInAccount, UsersService } from '#server/users/users.service.ts'
import type { AskFactor } from './factor-tickets.ts'

/** Repositories to which some ways of signing in write, too. */
type InTransaction = 'factors' | 'guessing' | 'passkeys' | 'qr' | 'tickets'

type Needs = {
  users: Pick<UsersService, 'get' | 'publish'>
  tx: RunInTransaction<InTransaction | 'audit' | 'sessions' | 'tokens' | 'users'>
  sessions: Sessions
  devices: Pick<KnownDevices, 'rememberIn'>
  askFactor: AskFactor
  isFactorRequired: IsFactorRequired
  now: () => number
}

/** Authenticated person, and their device. */
export type Authenticated = {
  account: SignInAccount
  device: Device
  /** True if the second factor was shown, or none is needed. */
  hasShownFactor?: boolean
}

/** The way in: how a sign-in proves who the user is. */
export type WayIn = {
  action: AuditAction
  details?: string
  /** Way of signing in that the session records; `password` if absent. */
  signedInBy?: SignedInBy
  /** The provider that vouches for the person; for `oidc` only. */
  provider?: SessionProvider | undefined
  /**
   * True if the person has just authenticated, and not only with an older session. Sensitive changes are then allowed
   * for a while.
   */
  isFresh?: boolean
  /** Hash of the QR code that this sign-in approves; the second step must know it. */
  qrHash?: string
  /** Further writes of the same transaction: if it throws, nothing is written. */
  inTransaction?: (repos: Pick<Repos, InTransaction>, account: SignInAccount) => Promise<void>
}

/** Sign-in by a password, on the sign-in screen. */
export const BY_LOGIN: WayIn = { action: 'auth.login' }

/** Sign-in that a provider vouches for. */
export const byProvider = (provider: SessionProvider): WayIn => ({
  action: 'auth.oidc_login',
  details: `by ${provider.name}`,
  signedInBy: 'oidc',
  provider,
})

/** Answer to a sign-in, and its cookies. */
export type SignedInWithCookies = SignedIn & { binding: string | null; knownDeviceSecrets: string[] | null }

/**
 * Last step of every way of signing in: opens the session, in one transaction. The session has the account's epoch of
 * the beginning of the sign-in. If all sessions were ended in between, the new one is not valid.
 *
 * @throws SecondFactorRequired if the account has a second factor that was not shown. Only its ticket is written.
 */
export function createLettingIn({ users, tx, sessions, devices, askFactor, isFactorRequired, now }: Needs) {
  async function askForFactor(account: SignInAccount, device: Device, { qrHash = null, provider = null }: FirstStep) {
    const required = await askFactor({ account, device, qrHash, provider })
    const by = { userId: account.id, username: account.username, ip: device.ip }
    await tx((repos) => repos.audit.insert(now(), { action: 'auth.factor_asked', by }))
    return required
  }

  return async ({ account, device, hasShownFactor }: Authenticated, way: WayIn): Promise<SignedInWithCookies> => {
    if (account.hasSecondFactor && !hasShownFactor) throw await askForFactor(account, device, way)
    const { announce, ...opened } = await tx(async (repos) => {
      const { signedInBy = 'password', provider, isFresh = true } = way
      const opening = { signedInBy, provider, isFresh }
      const { session, announce } = await sessions.openIn(repos, account, device, opening)
      await way.inTransaction?.(repos, account)
      const by = { userId: account.id, username: account.username, ip: device.ip }
      await repos.audit.insert(now(), { action: way.action, by, details: way.details })
      return { ...session, announce, knownDeviceSecrets: await devices.rememberIn(repos, account.id, device) }
    })
    announce()
    const user = await users.get(account.id)
    await users.publish(user)
    const mustSetUpFactor = user.role === 'admin' && !account.hasSecondFactor && (await isFactorRequired())
    return {
      ...opened,
      user,
      mustChangePassword: account.mustChangePassword || undefined,
      mustSetUpFactor: mustSetUpFactor || undefined,
    }
  }
}
/** Data of the first step for the second one. */
type FirstStep = { qrHash?: string | null; provider?: SessionProvider | null | undefined }
export type LetIn = ReturnType<typeof createLettingIn>
