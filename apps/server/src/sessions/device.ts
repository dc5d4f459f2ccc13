import bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#server/http/address.ts'
import { DEVICE_ACCOUNTS_MAX, KNOWN_DEVICE_MS, QR_CODE_MS, SESSION_MS } from '#server/limits/limits.ts'

const USER_AGENT_MAX = 300
const SECOND_MS = 1000

/** Where a sign-in comes from. Browsers say so by their headers and are bound to cookies; scripts are not. */
export type Device = {
  userAgent: string
  ip: string
  /** The request carries `Origin`, as every browser's POST does. */
  isBrowser: boolean
  /** The secrets of a browser from which accounts were signed in before, one for each. */
  knownDevices: string[]
}

export function deviceOf(request: FastifyRequest, cookies: Cookies): Device {
  return {
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    ip: addressOf(request),
    isBrowser: request.headers.origin !== undefined,
    knownDevices: secretsIn(cookies.read(request, 'knownDevice')),
  }
}

function secretsIn(cookie: string | null): string[] {
  const secrets = (cookie ?? '').split('.', DEVICE_ACCOUNTS_MAX)
  return secrets.filter((secret) => secret.startsWith('kd_'))
}

/** What a person calls a device: "Firefox" and "Linux". A script is named after its first word, e.g. "curl/8.5.0". */
export function describeDevice(userAgent: string): { browser: string; os: string } {
  const { browser, os } = userAgent === '' ? {} : bowser.parse(userAgent)
  const [firstWord = ''] = userAgent.split(' ')
  return {
    browser: browser?.name || (/^[\w.-]+\/[\w.-]+$/.test(firstWord) ? firstWord : 'Unknown browser'),
    os: os?.name || 'Unknown system',
  }
}

/** One line of it for a list. */
export function deviceName(userAgent: string): string {
  const { browser, os } = describeDevice(userAgent)
  return os === 'Unknown system' ? browser : `${browser} on ${os}`
}

const cookieSettings = {
  /** Binds a browser's session: its refresh token is worth nothing without it. */
  binding: { name: 'sb', path: '/', ms: SESSION_MS },
  /** Gives the owner of an account a budget of guesses apart from a stranger's; several accounts' are joined by dots. */
  knownDevice: { name: 'kd', path: '/auth', ms: KNOWN_DEVICE_MS },
  /** Lets only the browser that generated a QR code fetch its session. */
  poll: { name: 'qp', path: '/auth/qr', ms: QR_CODE_MS },
  /** Keeps a scanned code for the device that scanned it. */
  claim: { name: 'qc', path: '/auth/qr', ms: QR_CODE_MS },
} as const
type CookieKind = keyof typeof cookieSettings

/** The cookies of signing in: HttpOnly, same site only, and over TLS `Secure`. None authenticates anything alone. */
export function createCookies(secure: boolean) {
  const nameOf = (kind: CookieKind) => {
    const { name, path } = cookieSettings[kind]
    if (!secure) return name
    return path === '/' ? `__Host-${name}` : `__Secure-${name}`
  }
  const optionsOf = (kind: CookieKind) =>
    ({ path: cookieSettings[kind].path, httpOnly: true, sameSite: 'strict', secure }) as const

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
