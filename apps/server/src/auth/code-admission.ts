import { AppError } from '#server/domain/errors.ts'
import { networkOf } from '#server/http/address.ts'
import type { Rate } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { hashToken } from '#server/sessions/tokens.ts'

/** How many codes there may be that screens show: new ones, and those of one browser that wait at a time. */
export type CodeBounds = { ofBrowser: Rate; ofStrangers: Rate; openMax: number; openMs: number }

type CodesRepo = {
  /** Codes that still wait for somebody, of the browsers in a network that call themselves so. */
  countOpen(of: { network: string; userAgent: string }, now: number): Promise<number>
  /** Ends a code that has not been used. */
  expire(by: { pollHash: string }): Promise<void>
}
type Needs = {
  repo: CodesRepo
  bounds: CodeBounds
  devices: Pick<KnownDevices, 'findAny'>
  limits: RateLimits
  now: () => number
}

/**
 * Who may have a new code to show, of QR sign-in or to become a display. A browser that an account knows counts for
 * itself, so that nobody behind the same address can keep it from having one. The others are told apart by what they call
 * themselves, which anybody may imitate, and are bounded together, too.
 */
export function createCodeAdmission({ repo, bounds, devices, limits, now }: Needs) {
  const { ofBrowser, ofStrangers, openMax, openMs } = bounds

  function refuseTooManyOpen(open: number): void {
    if (open < openMax) return
    throw new AppError('too_many', ofBrowser.message, {
      code: ofBrowser.code ?? 'auth.too_many',
      retryAfterSeconds: openMs / 1000,
    })
  }

  /** Counts one more; the code that `lastPoll` belongs to expires. @throws AppError too_many */
  return async (device: Device, lastPoll: string | null): Promise<void> => {
    const known = await devices.findAny(device)
    const { userAgent } = device
    const network = networkOf(device.ip)
    if (!known) limits.check(ofStrangers, device.ip)
    limits.spend(ofBrowser, known ?? hashToken(`${network} ${userAgent}`))
    if (!known) limits.count(ofStrangers, device.ip)
    if (lastPoll !== null) await repo.expire({ pollHash: hashToken(lastPoll) })
    if (!known) refuseTooManyOpen(await repo.countOpen({ network, userAgent }, now()))
  }
}
export type AdmitCode = ReturnType<typeof createCodeAdmission>
