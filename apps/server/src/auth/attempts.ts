import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { Audit } from '#server/audit/audit.service.ts'
import { type Rate, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import type { SignInAccount } from '#server/users/users.service.ts'

type Needs = { devices: Pick<KnownDevices, 'find'>; limits: RateLimits; audit: Audit }

/** Attempt to sign in: the device, and the account or null for an unknown name. */
type AttemptFacts = { account: Pick<SignInAccount, 'id' | 'username'> | null; device: Device }

/** Limits on sign-ins of every kind: per account, and per network unless the account knows the device. */
export function createBeginAttempt({ devices, limits, audit }: Needs) {
  /** Begins an attempt. @throws AppError too_many if the account or the network has made too many attempts. */
  return async ({ account, device }: AttemptFacts) => {
    const deviceHash = account && (await devices.find(account.id, device))
    const { failures, successes } = limitsFor(account?.id ?? null, deviceHash ? null : device.ip)
    for (const [rate, key] of [...failures, ...successes]) limits.check(rate, key)
    return {
      /** Hash by which the account knows the device, or null. */
      deviceHash,

      /**
       * Counts an attempt that is about to succeed, since parallel ones may all pass the first check.
       *
       * @throws AppError too_many if the account or the network has made too many sign-ins
       */
      succeed(): void {
        for (const [rate, key] of successes) limits.spend(rate, key)
      },

      /**
       * Counts a failed attempt, and records it in the audit log. Leaves out an unknown name, which may be a password
       * in the wrong field.
       */
      async fail(action: AuditAction = 'auth.login_failed', details = ''): Promise<void> {
        for (const [rate, key] of failures) limits.count(rate, key)
        const by = { userId: account?.id ?? null, username: account?.username ?? 'unknown account', ip: device.ip }
        await audit.record({ action, by, details })
      },
    }
  }
}
export type BeginAttempt = ReturnType<typeof createBeginAttempt>

function limitsFor(userId: string | null, ip: string | null) {
  const ofNetwork = (rate: Rate): CountedLimit[] => (ip === null ? [] : [[rate, ip]])
  const ofAccount: CountedLimit[] = userId === null ? [] : [[rates.signInsOfAccount, userId]]
  return { failures: ofNetwork(rates.failedSignIns), successes: [...ofNetwork(rates.signIns), ...ofAccount] }
}
/** A limit, and its key: the account's id, or the IP address. */
type CountedLimit = [rate: Rate, key: string]
