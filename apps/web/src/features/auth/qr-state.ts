import type { QrStatus } from '@atalaya/contract/qr'

export const QR_POLL_MS = 2000
export const QR_TICK_MS = 1000
export const QR_REDIRECT_MS = 1000
export const QR_DEVICE_REDIRECT_MS = 1500
export const QR_SIZE_PX = 200

/** Error code for a QR code that has expired, was replaced, was used or is unknown. */
export const QR_EXPIRED = 'qr.expired'

const MINUTE_S = 60

type Lifetime = { expiresAt?: string | undefined; expiresIn?: number | undefined }

/**
 * Expiry by this device's clock, in ms. The clock may be wrong, so the remaining time has precedence over the server's
 * instant.
 */
export function endOf({ expiresAt, expiresIn }: Lifetime, receivedAtMs: number): number {
  if (expiresIn !== undefined) return receivedAtMs + expiresIn * 1000
  return expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)
}

/** Whole seconds until `endMs`, rounded up: 0 means that it has passed. */
export const secondsLeft = (endMs: number, nowMs: number) => Math.max(0, Math.ceil((endMs - nowMs) / 1000))

/** Formats the countdown as `m:ss`. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

/**
 * Status on the waiting device. An unfinished code has expired once the countdown is over, even if the last poll was
 * earlier.
 */
export function shownStatus(polled: QrStatus, seconds: number): QrStatus {
  return seconds === 0 && polled !== 'authenticated' ? 'expired' : polled
}

/** True if the status can no longer change, so that polling can stop. */
export const isFinal = (status: QrStatus) => status === 'authenticated' || status === 'expired'
