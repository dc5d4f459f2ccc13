import { z } from 'zod'
import { credentials, signedIn, tokens } from './auth.ts'
import { route } from './route.ts'
import { instant } from './scalars.ts'
import { user } from './users.ts'

/** Moves forward only. A code that is unknown, replaced or used up is `expired`, too. */
export const qrStatus = z.enum(['pending', 'scanned', 'authenticated', 'expired'])
export type QrStatus = z.infer<typeof qrStatus>

export const qrCode = z.string().min(1).max(128)

/** The device that asks to be signed in; the second device shows it before it asks for a password. */
export const qrRequester = z.object({
  browser: z.string(),
  os: z.string(),
  ip: z.string(),
  when: instant,
  /** Both devices seem to be in one network; if not, warn. */
  sameNetwork: z.boolean(),
})
export type QrRequester = z.infer<typeof qrRequester>

/** Seconds until `expiresAt`, for devices whose clock is wrong. */
const expiresIn = z.number().int().nonnegative().optional()

/** Signs in one device with the help of another. */
export const qr = {
  generate: route({
    method: 'POST',
    path: '/auth/qr/generate',
    access: 'public',
    summary: 'A new code for this device; the one before it expires',
    fails: [429],
    data: z.object({
      code: z.string(),
      expiresAt: instant,
      expiresIn,
      /** Four characters that both devices show, for a person to compare. */
      matchCode: z.string(),
      /** Sent back as `X-QR-Poll` by clients without cookies when they ask for the status. */
      pollToken: z.string(),
    }),
  }),
  status: route({
    method: 'GET',
    path: '/auth/qr/status/:code',
    access: 'public',
    summary: 'State of a code; with the session, once, for the device that generated it',
    params: z.object({ code: qrCode }),
    fails: [429],
    data: z.object({ status: qrStatus, tokens: tokens.optional(), user: user.optional() }),
  }),
  scan: route({
    method: 'POST',
    path: '/auth/qr/scan',
    access: 'public',
    summary: 'Claim a code on the second device; answers which device asks',
    body: z.object({ code: qrCode }),
    fails: [404, 409, 429],
    data: z.object({ status: qrStatus, expiresAt: instant, expiresIn, matchCode: z.string(), requester: qrRequester }),
  }),
  authenticate: route({
    method: 'POST',
    path: '/auth/qr/authenticate',
    access: 'public',
    summary: 'Approve a scanned code with credentials; signs the second device in as well',
    body: credentials.extend({ code: qrCode }),
    fails: [401, 404, 429],
    data: signedIn.extend({ status: qrStatus }),
  }),
}
