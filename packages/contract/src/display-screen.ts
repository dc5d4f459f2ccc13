import { z } from 'zod'
import { displayReport, ownDisplay } from './displays.ts'
import { route } from './route.ts'
import { instant } from './scalars.ts'

/** Id of a screen, made when its browser starts. A reload keeps it, so that it is not taken for a second screen. */
const screen = z.string().regex(/^[\w-]{8,64}$/)

/** Calls that a screen makes: to become a display, then as one. */
export const displayScreen = {
  begin: route({
    method: 'POST',
    path: '/auth/display/begin',
    access: 'public',
    summary: 'A code for this screen, to be made a display by somebody who is signed in; the one before it ends',
    fails: [429],
    data: z.object({
      code: z.string(),
      /** Short form to type: eight characters with a dash in the middle. */
      shortCode: z.string(),
      expiresAt: instant,
      /** Seconds until `expiresAt`, for screens whose clock is wrong. */
      expiresIn: z.int().nonnegative(),
      /** Sent back as `X-Display-Poll` by screens without cookies. */
      pollToken: z.string(),
    }),
  }),
  status: route({
    method: 'GET',
    path: '/auth/display/status/:code',
    access: 'public',
    summary: 'State of a code; with the credential, for the screen that generated it',
    params: z.object({ code: z.string().min(1).max(128) }),
    fails: [429],
    data: z.object({ status: z.enum(['waiting', 'paired', 'expired']), token: z.string().optional() }),
  }),
  self: route({
    method: 'GET',
    path: '/api/v1/display',
    access: 'user',
    scope: null,
    allowsDisplay: 'own',
    summary: 'Playlist and settings of a display, for the display itself',
    fails: [404],
    data: z.object({ display: ownDisplay, at: instant }),
  }),
  report: route({
    method: 'POST',
    path: '/api/v1/display/report',
    access: 'user',
    scope: null,
    allowsDisplay: 'own',
    summary: 'A display says how it is; refused where another screen shows it',
    body: z.strictObject({ screen, report: displayReport }),
    fails: [404, 409],
    data: z.object({ display: ownDisplay, at: instant }),
  }),
}
