import bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#server/http/address.ts'
import {
  DEVICE_ACCOUNTS_MAX,
  DISPLAY_CODE_MS,
  DISPLAY_GRACE_MS,
  DISPLAY_MS,
  FACTOR_TICKET_MS,
  KNOWN_DEVICE_MS,
  OIDC_START_MS,
  PASSKEY_CHALLENGE_MS,
  QR_CODE_MS,
  SESSION_MS,
} from '#server/limits/limits.ts'

const USER_AGENT_MAX = 300
const SECOND_MS = 1000

/** Device that signs in. Browsers are known by their headers and bound to cookies; scripts are not. */
export type Device = {
  userAgent: string
  ip: string
  /** The request carries `Origin`, as every browser's POST does. */
  isBrowser: boolean
  /** Origin of the requesting page, which is one of ours. */
  origin: string | null
  /** Secrets by which accounts know this browser from an earlier sign-in, one for each account. */
  knownDeviceSecrets: string[]
}

export function deviceOf(request: FastifyRequest, cookies: Cookies): Device {
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    ip: addressOf(request),
    isBrowser: request.headers.origin !== undefined,
    origin: request.headers.origin ?? null,
    knownDeviceSecrets: secretsIn(cookies.read(request, 'knownDevice')),
  }
}

/** Every browser sends one of these with a POST; a script that sends none has no browser to protect. */
export function comesFromBrowser({ headers }: FastifyRequest): boolean {
  return [headers.origin, headers['sec-fetch-site'], headers.referer].some((header) => header !== undefined)
}

function secretsIn(cookie: string | null): string[] {
  const secrets = (cookie ?? '').split('.', DEVICE_ACCOUNTS_MAX)
  return secrets.filter((secret) => secret.startsWith('kd_'))
}

/** Name of a device for people: "Firefox" and "Linux". A script is named after its first word, e.g. "curl/8.5.0". */
export function describeDevice(userAgent: string): { browser: string; os: string } {
  const { browser, os } = userAgent === '' ? {} : bowser.parse(userAgent)
  const [firstWord = ''] = userAgent.split(' ')
  return {
    browser: browser?.name || (/^[\w.-]+\/[\w.-]+$/.test(firstWord) ? firstWord : 'Unknown browser'),
    os: os?.name || 'Unknown system',
  }
}

/** One line with browser and system, for a list. */
export function deviceName(userAgent: string): string {
  const { browser, os } = describeDevice(userAgent)
  return os === 'Unknown system' ? browser : `${browser} on ${os}`
}

const cookieSettings = {
  /** Binds a browser's session: its refresh token is worth nothing without it. */
  binding: { name: 'sb', path: '/', ms: SESSION_MS },
  /** Secrets of a known device, joined by dots: each gives an account's owner a budget of guesses of their own. */
  knownDevice: { name: 'kd', path: '/auth', ms: KNOWN_DEVICE_MS },
  /** Binds a display's screen: its credential is worth nothing without it. */
  display: { name: 'db', path: '/', ms: DISPLAY_MS },
  /** Lets only the screen that generated a code become its display. */
  displayPoll: { name: 'dp', path: '/auth/display', ms: DISPLAY_CODE_MS + DISPLAY_GRACE_MS },
  /** Binds the ticket for the second factor to the browser that sent the right password. */
  ticket: { name: 'sf', path: '/auth', ms: FACTOR_TICKET_MS },
  /** Binds a passkey's challenge to the requesting browser. */
  challenge: { name: 'pk', path: '/auth', ms: PASSKEY_CHALLENGE_MS },
  /** Lets only the browser that generated a QR code fetch its session. */
  poll: { name: 'qp', path: '/auth/qr', ms: QR_CODE_MS },
  /** Keeps a scanned code for the device that scanned it. */
  claim: { name: 'qc', path: '/auth/qr', ms: QR_CODE_MS },
  /** Lets only the browser that went to a provider come back from it. */
  provider: { name: 'oi', path: '/auth', ms: OIDC_START_MS },
} as const
type CookieKind = keyof typeof cookieSettings

/** The cookies of signing in: HttpOnly, same site only, and over TLS `Secure`. None authenticates anything alone. */
export function createCookies(isSecure: boolean) {
  const nameOf = (kind: CookieKind) => {
    const { name, path } = cookieSettings[kind]
    if (!isSecure) return name
    return path === '/' ? `__Host-${name}` : `__Secure-${name}`
  }
  const optionsOf = (kind: CookieKind) =>
    ({ path: cookieSettings[kind].path, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const

  return {
    read: (request: FastifyRequest, kind: CookieKind): string | null => request.cookies[nameOf(kind)] ?? null,
    set(reply: FastifyReply, kind: CookieKind, value: string | null): void {
      if (value === null) return
      const maxAge = cookieSettings[kind].ms / SECOND_MS
      reply.setCookie(nameOf(kind), value, { ...optionsOf(kind), maxAge })
    },
    clear: (reply: FastifyReply, kind: CookieKind): void => void reply.clearCookie(nameOf(kind), optionsOf(kind)),
  }
}
export type Cookies = ReturnType<typeof createCookies>
