import type { Credentials } from '@atalaya/contract/auth'
import type { RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { QR_TRIES, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { ForgiveIn } from '#server/sessions/guess-budget.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import type { UserSecret, UsersService } from '#server/users/users.service.ts'
import type { SignedInWithCookies } from './auth.service.ts'
import type { QrRepo } from './qr.repo.ts'
import type { SignIn } from './sign-in.ts'

type Needs = {
  repo: QrRepo
  tx: RunInTransaction
  users: UsersService
  sessions: Sessions
  signIn: SignIn
  limits: RateLimits
  now: () => number
}

/** The middle step of QR sign-in: whoever scanned a code approves it with a password. */
export function createQrApproval({ repo, tx, users, sessions, signIn, limits, now }: Needs) {
  const refused = (device: Device) => refusedCode(limits, device)

  return {
    /** Approves a scanned code, and signs this device in with a session of its own. */
    async authenticate(
      shown: string,
      credentials: Credentials,
      device: Device,
      claim: string | null,
    ): Promise<SignedInWithCookies> {
      const hash = hashToken(shown)
      const code = await repo.find(hash)
      const isClaimed = code?.claimHash === null || (claim !== null && hashToken(claim) === code?.claimHash)
      const tries = isClaimed ? await repo.payTry(hash, now(), QR_TRIES) : null
      if (tries === null) throw refused(device)
      const open = (secret: UserSecret, forgiveIn: ForgiveIn) =>
        tx(async (repos) => {
          const { session, announce } = await sessions.openIn(repos, secret, device, 'password')
          await forgiveIn(repos)
          if (!(await repos.qr.approve(hash, now(), secret))) throw refused(device)
          const by = { userId: secret.id, username: secret.username, ip: device.ip }
          await repos.audit.insert(now(), { action: 'auth.qr_approved', by, details: `for ${code?.ip}` })
          return { ...session, announce, secret, knownDevices: await signIn.rememberIn(repos, secret.id, device) }
        })
      const { announce, secret, ...opened } = await signIn.enter(credentials, device, open).catch(async (error) => {
        if (tries >= QR_TRIES) await repo.expire({ hash })
        throw error
      })
      announce()
      const user = await users.get(secret.id)
      await users.publish(user)
      return { ...opened, user, mustChangePassword: secret.mustChangePassword || undefined }
    },
  }
}
export type QrApproval = ReturnType<typeof createQrApproval>

/** What every code gets that is unknown, expired, replaced or used up. */
export function refusedCode(limits: RateLimits, device: Device): AppError {
  limits.count(rates.failedSignIns, device.ip)
  return new AppError('not_found', 'The QR code has expired', { code: 'qr.expired' })
}
