import type { QrStatus } from '@atalaya/contract/qr'

export const QR_POLL_MS = 2000
export const QR_TICK_MS = 1000
export const QR_REDIRECT_MS = 1000
export const QR_DEVICE_REDIRECT_MS = 1500
export const QR_SIZE_PX = 200

/** The failure's code for a code that is expired, replaced, used up or unknown. */
export const QR_EXPIRED = 'qr.expired'

const MINUTE_S = 60

type Life = { expiresAt?: string | undefined; expiresIn?: number | undefined }

/** When a code ends by this device's clock, which may be wrong: what counts is how long it still lives. */
export function endOf({ expiresAt, expiresIn }: Life, receivedAt: number): number {
  if (expiresIn !== undefined) return receivedAt + expiresIn * 1000
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/** Whole seconds until `end`, rounded up, so that 0 means that it has passed. */
export const secondsLeft = (end: number, now: number) => Math.max(0, Math.ceil((end - now) / 1000))

/** `m:ss`, as the countdown shows it. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

/** What the main device shows: the countdown ends a code that nobody has finished, whatever the last poll said. */
export function shownStatus(polled: QrStatus, seconds: number): QrStatus {
  return seconds === 0 && polled !== 'authenticated' ? 'expired' : polled
}

/** Nothing can follow any more, so nobody needs to ask. */
export const isFinal = (status: QrStatus) => status === 'authenticated' || status === 'expired'

/** Whether a page's host means the machine that shows it, so that no other device can open a link to it. */
export const isOnlyHere = (host: string) => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host)
