import { AppError } from '#server/domain/errors.ts'
import { networkOf } from '#server/http/address.ts'
import { QR_CODE_MS, QR_OPEN_MAX, rates } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import type { QrRepo } from './qr.repo.ts'

type Needs = {
  repo: Pick<QrRepo, 'countOpen' | 'expire'>
  devices: Pick<KnownDevices, 'findAny'>
  limits: RateLimits
  now: () => number
}

/**
 * Who may have a new QR code. A browser that an account knows counts for itself, so that nobody behind the same address
 * can keep it from signing in. The others are told apart by what they call themselves, which anybody may imitate, and are
 * bounded together, too.
 */
export function createQrAdmission({ repo, devices, limits, now }: Needs) {
  function refuseTooManyOpen(open: number): void {
    if (open < QR_OPEN_MAX) return
    throw new AppError('too_many', rates.qrCodes.message, {
      code: 'auth.too_many',
      retryAfterSeconds: QR_CODE_MS / 1000,
    })
  }

  /** Counts one more; the code that `lastPoll` belongs to expires. @throws AppError too_many */
  return async (device: Device, lastPoll: string | null): Promise<void> => {
    const known = await devices.findAny(device)
    const { userAgent } = device
    const network = networkOf(device.ip)
    if (!known) limits.check(rates.qrCodesOfStrangers, device.ip)
    limits.spend(rates.qrCodes, known ?? hashToken(`${network} ${userAgent}`))
    if (!known) limits.count(rates.qrCodesOfStrangers, device.ip)
    if (lastPoll !== null) await repo.expire({ pollHash: hashToken(lastPoll) })
    if (!known) refuseTooManyOpen(await repo.countOpen({ network, userAgent }, now()))
  }
}
export type AdmitQr = ReturnType<typeof createQrAdmission>
