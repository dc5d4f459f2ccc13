/** Every limit on signing in and what surrounds it (security.md B3 to B8, D3, D8), in one place. */
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const ACCESS_TOKEN_MS = 10 * MINUTE_MS
export const REFRESH_IDLE_MS = 7 * DAY_MS
export const SESSION_MS = 30 * DAY_MS
/** How long the direct parent of the newest refresh token may be shown again (a lost answer, a second tab). */
export const REFRESH_GRACE_MS = 30 * SECOND_MS
/** How long a session that was born from a QR code may make sensitive changes after its password was confirmed. */
export const CONFIRMED_MS = 10 * MINUTE_MS
export const KNOWN_DEVICE_MS = 365 * DAY_MS

export const QR_CODE_MS = 120 * SECOND_MS
export const QR_GRACE_MS = 30 * SECOND_MS
export const QR_TRIES = 5
export const QR_OPEN_MAX = 5

/**
 * Wrong passwords in a row on one account, by whatever way in: the first ones cost nothing, each further one doubles
 * the wait, and the hundredth ends it for a day. The owner's known devices have a budget of their own.
 */
export const guesses = {
  free: 10,
  firstWaitMs: 30 * SECOND_MS,
  longestWaitMs: 15 * MINUTE_MS,
  max: 100,
  /** Without a wrong password for so long, the count starts anew. */
  forgottenAfterMs: DAY_MS,
} as const

/** So many within a window that starts with the first one. */
export type Rate = { name: string; max: number; windowMs: number; message: string; code?: string }

const rate = (name: string, max: number, windowMs: number, message: string): Rate => ({ name, max, windowMs, message })

/** By network: a public IPv4 address, or an IPv6 /64. */
export const rates = {
  registrations: rate('register', 20, MINUTE_MS, 'Too many new accounts from your network; try again in a minute'),
  failedSignIns: rate('sign-in', 300, 15 * MINUTE_MS, 'Too many failed sign-ins from your network; try again later'),
  refusedRefreshes: rate('refresh', 100, MINUTE_MS, 'Too many refused refreshes from your network; try again later'),
  qrCodes: rate('qr', 10, MINUTE_MS, 'Too many QR codes from your network; try again in a minute'),
  /** By code. */
  qrStatus: rate('qr-status', 60, MINUTE_MS, 'The status is asked too often'),
} as const
