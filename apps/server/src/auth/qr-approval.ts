import type { Credentials } from '@atalaya/contract/auth'
import { AppError } from '#server/domain/errors.ts'
import { QR_TRIES, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import { SecondFactorRequired } from './factor-tickets.ts'
import type { SignedInWithCookies, WayIn } from './letting-in.ts'
import type { QrCode, QrRepo } from './qr.repo.ts'
import type { SignIn } from './sign-in.ts'

type Needs = { repo: QrRepo; signIn: SignIn; limits: RateLimits; now: () => number }

/** Middle step of QR sign-in: the scanning person approves the code with a password. */
export function createQrApproval({ repo, signIn, limits, now }: Needs) {
  /** Way in by an approval: it signs this device in, and approves the code in the same transaction. */
  const wayByApproval = (hash: string, code: QrCode | null, device: Device): WayIn => ({
    action: 'auth.qr_approved',
    details: `for ${code?.ip}`,
    qrHash: hash,
    async inTransaction(repos, account) {
      if (!(await repos.qr.approve(hash, now(), account))) throw countRefusal(limits, device)
    },
  })

  return {
    /** Way in of a code that a password has approved, for the step of the second factor. */
    wayOf: async (hash: string, device: Device): Promise<WayIn> => wayByApproval(hash, await repo.find(hash), device),

    /** Approves a scanned code, and signs this device in with a session of its own. */
    async authenticate(
      shownCode: string,
      credentials: Credentials,
      device: Device,
      claim: string | null,
    ): Promise<SignedInWithCookies> {
      const hash = hashToken(shownCode)
      const code = await repo.find(hash)
      const isClaimed = code?.claimHash === null || (claim !== null && hashToken(claim) === code?.claimHash)
      const tries = isClaimed ? await repo.takeTry(hash, now(), QR_TRIES) : null
      if (tries === null) throw countRefusal(limits, device)
      return signIn.enter(credentials, device, wayByApproval(hash, code, device)).catch(async (error) => {
        if (tries >= QR_TRIES && !(error instanceof SecondFactorRequired)) await repo.expire({ hash })
        throw error
      })
    },
  }
}
export type QrApproval = ReturnType<typeof createQrApproval>

/** Counts a failed sign-in, and returns the error for every unknown, expired, replaced or used code. */
export function countRefusal(limits: RateLimits, device: Device): AppError {
  limits.count(rates.failedSignIns, device.ip)
  return new AppError('not_found', 'The QR code has expired', { code: 'qr.expired' })
}
