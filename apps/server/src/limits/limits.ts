// Limits around signing in, and a few others that several slices need.

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Maximum difference between clocks of two instances. Times further ahead were written by a wrong clock. */
export const CLOCK_SKEW_MAX_MS = MINUTE_MS

export const ACCESS_TOKEN_MS = 10 * MINUTE_MS
export const REFRESH_IDLE_MS = 7 * DAY_MS
export const SESSION_MS = 30 * DAY_MS
/** Sessions of one account that live at a time; the least recently used gives way to a new one. */
export const SESSIONS_MAX = 50
/** Time in which the direct parent of the newest refresh token may be reused (a lost answer, a second tab). */
export const REFRESH_GRACE_MS = 30 * SECOND_MS
/** Time for sensitive changes of a session from a QR code after its password was confirmed. */
export const CONFIRMED_MS = 10 * MINUTE_MS
export const KNOWN_DEVICE_MS = 365 * DAY_MS
/** Maximum of devices that one account knows, and of accounts that know one device. */
export const KNOWN_DEVICES_MAX = 50
export const DEVICE_ACCOUNTS_MAX = 5

/** Lifetime of a ticket for the second factor, and its number of tries. */
export const FACTOR_TICKET_MS = 5 * MINUTE_MS
export const FACTOR_TRIES = 5
/** Lifetime of a passkey's challenge. On the sign-in screen it waits for the next person. */
export const PASSKEY_CHALLENGE_MS = 30 * MINUTE_MS

/** Maximum lifetime of a cookie in browsers; a display's cookie is renewed at its requests. */
export const DISPLAY_MS = 400 * DAY_MS
export const DISPLAY_CODE_MS = 10 * MINUTE_MS
/** Time in which the credential can be fetched again. The answer may be lost, or the code may just have ended. */
export const DISPLAY_GRACE_MS = 60 * SECOND_MS

export const QR_CODE_MS = 120 * SECOND_MS
export const QR_GRACE_MS = 30 * SECOND_MS
export const QR_TRIES = 5
/** Open codes of one browser. Browsers are told apart as for `rates.qrCodes`. */
export const QR_OPEN_MAX = 5

/** Time for signing in at a provider; and again as much for the form of a new account. */
export const OIDC_START_MS = 10 * MINUTE_MS

/**
 * Bounds on wrong passwords in a row on one account, over all ways in. The first ones cost nothing, each further one
 * doubles the wait, and the hundredth blocks for a day. The owner's known devices have a budget of their own.
 */
export const guesses = {
  free: 10,
  firstWaitMs: 30 * SECOND_MS,
  longestWaitMs: 15 * MINUTE_MS,
  max: 100,
  /** Time without a wrong password after which the count starts again. */
  forgottenAfterMs: DAY_MS,
} as const

/**
 * Limit within a window that starts with the first use. With `isByAddress` the key is an address, and its network
 * counts: a public IPv4 address, or an IPv6 /64. Each IPv6 /48 (a site) has `IPV6_SITE_MULTIPLIER` times the limit.
 */
export type Rate = {
  name: string
  max: number
  windowMs: number
  message: string
  code?: string
  isByAddress?: boolean
  /** Each instance counts for itself: uses are too frequent to publish each. */
  isPerInstance?: boolean
}
export const IPV6_SITE_MULTIPLIER = 8

const byAddress = (name: string, max: number, windowMs: number, message: string): Rate => ({
  name,
  max,
  windowMs,
  message,
  isByAddress: true,
})

const TOO_MANY_CODES = 'Too many QR codes from your network; try again in a minute'

export const rates = {
  registrations: byAddress('register', 20, MINUTE_MS, 'Too many new accounts from your network; try again in a minute'),
  wrongSetupCodes: byAddress(
    'setup',
    10,
    15 * MINUTE_MS,
    'Too many wrong setup codes from your network; try again later',
  ),
  failedSignIns: byAddress(
    'sign-in',
    300,
    15 * MINUTE_MS,
    'Too many failed sign-ins from your network; try again later',
  ),
  /** Right passwords. Sign-ins from a device that the account knows don't count for the network. */
  signIns: byAddress('signed-in', 300, 15 * MINUTE_MS, 'Too many sign-ins from your network; try again later'),
  signInsOfAccount: {
    name: 'signed-in account',
    max: 120,
    windowMs: 15 * MINUTE_MS,
    message: 'Too many sign-ins to this account; try again later',
  },
  refusedRefreshes: byAddress(
    'refresh',
    100,
    MINUTE_MS,
    'Too many refused refreshes from your network; try again later',
  ),
  /** Each challenge is a row. Sign-in screens request one each, and so do adding a passkey and confirming by one. */
  passkeyChallenges: byAddress(
    'passkey',
    120,
    MINUTE_MS,
    'Too many questions for passkeys from your network; try again in a minute',
  ),
  /** Key: a known browser, or all browsers of a network with the same user agent. */
  qrCodes: { name: 'qr', max: 10, windowMs: MINUTE_MS, message: TOO_MANY_CODES },
  /** QR codes of unknown browsers. */
  qrCodesOfStrangers: byAddress('qr of a network', 300, MINUTE_MS, TOO_MANY_CODES),
  /** Each sign-in is a row, and costs the provider some requests. */
  oidcStarts: byAddress(
    'oidc',
    120,
    15 * MINUTE_MS,
    'Too many sign-ins by a provider from your network; try again later',
  ),
  /** Key: the code. */
  qrStatus: { name: 'qr-status', max: 60, windowMs: MINUTE_MS, message: 'The status is asked too often' },
} satisfies Record<string, Rate>

/** Downloads of the audit log as CSV; each reads most of the log. */
export const auditDownloads: Rate = {
  name: 'audit csv',
  max: 10,
  windowMs: MINUTE_MS,
  message: 'You have saved the audit many times within a minute; try again in a minute',
  code: 'audit.too_many_files',
}

/**
 * Sets of metrics that an account may make: some for each of its agents, and some beyond. A machine makes two, and one
 * more when a disk or a network interface comes or goes. So each of a thousand different machines may change 18 times.
 * The sets beyond are for programs that post numbers of their own.
 */
export const METRIC_SETS_PER_AGENT = 20
export const METRIC_SETS_PER_ACCOUNT = 500
