import { AppError } from '#server/domain/errors.ts'
import { networkOf } from '#server/http/address.ts'
import type { Rate } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Device } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import { hashToken } from '#server/sessions/tokens.ts'

/** Bounds on codes that screens show: the rate of new ones, and the open ones of one browser. */
export type CodeBounds = { ofBrowser: Rate; ofStrangers: Rate; openMax: number; openMs: number }

type CodesRepo = {
  /** Counts unfinished codes of the browsers in a network that have this user agent. */
  countOpen(source: { network: string; userAgent: string }, now: number): Promise<number>
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
 * Decides who gets a new code to show, for QR sign-in or for a display. A browser that an account knows has a rate of
 * its own: neighbours behind the same address can't use it up.
 *
 * Unknown browsers are distinguished by their user agent. Anybody may imitate that, so they also share one bound.
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

  /**
   * Counts a new code. The device's earlier code expires; `lastPoll` is its poll token.
   *
   * @throws AppError too_many if the browser or its network made too many codes, or has too many open
   */
  return async (device: Device, lastPoll: string | null): Promise<void> => {
    const deviceHash = await devices.findAny(device)
    const { userAgent } = device
    const network = networkOf(device.ip)
    if (!deviceHash) limits.check(ofStrangers, device.ip)
    limits.spend(ofBrowser, deviceHash ?? hashToken(`${network} ${userAgent}`))
    if (!deviceHash) limits.count(ofStrangers, device.ip)
    if (lastPoll !== null) await repo.expire({ pollHash: hashToken(lastPoll) })
    if (!deviceHash) refuseTooManyOpen(await repo.countOpen({ network, userAgent }, now()))
  }
}
export type AdmitCode = ReturnType<typeof createCodeAdmission>
