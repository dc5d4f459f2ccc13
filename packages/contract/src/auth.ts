import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { identity } from './identity.ts'
import { route } from './route.ts'
import { idParams, instant, nothing } from './scalars.ts'
import {
  birthday,
  currentPassword,
  email,
  name,
  PASSWORD_MAX,
  password,
  signInLock,
  surname,
  user,
  username,
} from './users.ts'

/** Both tokens are opaque: the access token lives 10 minutes, the refresh token works once. */
export const tokens = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

/**
 * True while an administrator's temporary password is in use. Until `POST /auth/password` sets another one, all other
 * calls fail with `password_change_required`. Streams do, too.
 */
const mustChangePassword = z.boolean().optional()

/**
 * True for an administrator who must have a second factor and has none. Until one is set up, all other calls fail with
 * `second_factor_setup_required`. Streams do, too.
 */
const mustSetUpFactor = z.boolean().optional()

/**
 * Answer to a sign-in. If the account has a second factor, the right password fails with `second_factor_required` and a
 * ticket.
 */
export const signedIn = z.object({ tokens, user, mustChangePassword, mustSetUpFactor })
export type SignedIn = z.infer<typeof signedIn>

/** `username` is a username or an e-mail address, ignoring case. */
export const credentials = z.object({
  username: boundedText(254)
    .trim()
    .min(1, 'Enter your e-mail or username')
    .max(254)
    .regex(/^\P{Cc}*$/u, "A username can't contain control characters"),
  password: z.string().min(1, 'Enter your password').max(PASSWORD_MAX),
})
export type Credentials = z.infer<typeof credentials>

export const registration = z.object({
  username,
  email,
  password,
  name,
  surname,
  birthday: birthday.nullish().transform((value) => value ?? null),
  /** Only for the first account, if `auth.setup` asks for it. */
  setupCode: boundedText(64).trim().max(64).optional(),
})
export type Registration = z.input<typeof registration>

/** One of the caller's own sessions. */
export const session = z.object({
  _id: z.string(),
  device: z.string(),
  ip: z.string(),
  kind: z.enum(['browser', 'api']),
  signedInBy: z.enum(['password', 'qr', 'passkey', 'oidc']),
  /** Name of the provider that vouched for the person, at that time. */
  provider: z.string().optional(),
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/**
 * Fields that people may change about themselves; `null` removes the birthday. A new e-mail ends all other sessions.
 */
export const editMe = z.strictObject({ email, name, surname, birthday: birthday.nullable() }).partial()
export type EditMe = z.infer<typeof editMe>

export const passwordChange = z.object({ currentPassword, newPassword: password })

export const auth = {
  setup: route({
    method: 'GET',
    path: '/auth/setup',
    access: 'public',
    summary: 'True if creating an account needs the setup code, which the server prints when it starts',
    data: z.object({ needsCode: z.boolean() }),
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create an account; the first one ever is the administrator',
    body: registration,
    fails: [403, 409, 429],
    data: z.object({ user }),
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in',
    body: credentials,
    fails: [401, 429],
    data: signedIn,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    summary: 'Exchange a refresh token for new tokens',
    body: z.object({ refreshToken: z.string().min(1).max(256) }),
    fails: [401, 429],
    data: tokens,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'End the session of a refresh token',
    body: z.object({ refreshToken: z.string().min(1).max(256) }),
    /** Page to sign out at the provider of the session, if it has one. */
    data: z.object({ provider: z.object({ name: z.string(), endSessionUrl: z.url() }).optional() }),
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    scope: 'account:read',
    allowsSelector: true,
    allowsTemporaryPassword: true,
    allowsMissingFactor: true,
    summary: 'The signed-in account',
    data: z.object({ user, mustChangePassword, mustSetUpFactor }),
  }),
  editMe: route({
    method: 'PATCH',
    path: '/auth/me',
    access: 'user',
    scope: null,
    summary: 'Change your own profile; a new e-mail ends all other sessions',
    body: editMe,
    fails: [409],
    data: z.object({ user }),
  }),
  sessions: route({
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    scope: null,
    summary: 'Your own sessions, newest use first, and what keeps the account from signing in, if anything',
    data: z.object({ sessions: z.array(session), lock: signInLock.optional() }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'user',
    scope: null,
    sensitive: true,
    summary: 'End one of your own sessions',
    params: idParams,
    data: nothing,
  }),
  endOthers: route({
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'user',
    scope: null,
    sensitive: true,
    summary: 'End all your own sessions but this one',
    data: z.object({ ended: z.number().int() }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/password',
    access: 'user',
    scope: null,
    allowsTemporaryPassword: true,
    allowsMissingFactor: true,
    summary: 'Change your own password; ends all other sessions',
    body: passwordChange,
    fails: [429],
    data: nothing,
  }),
  /** Confirms who is there; the way out of a 403 `reauth_required`. */
  confirm: route({
    method: 'POST',
    path: '/auth/confirm',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
    summary:
      'Confirm by your own password or a passkey; this session may then make sensitive changes until `confirmedUntil`',
    body: identity,
    fails: [429],
    data: z.object({ confirmedUntil: instant }),
  }),
}
