import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { day, id, idParams, instant, nothing } from './scalars.ts'

export const role = z.enum(['user', 'admin'])
export type Role = z.infer<typeof role>

/** An account as others may see it, without secrets. `id` repeats `_id`. */
export const user = z.object({
  _id: id,
  id,
  username: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
  role,
  isActive: z.boolean(),
  lastLogin: instant.nullable(),
  birthday: day.nullable(),
  /** Present, and true, for an account with a second factor. */
  hasSecondFactor: z.boolean().optional(),
})
export type User = z.infer<typeof user>

/** A line of text that people write about themselves: trimmed, no control characters. */
const line = (label: string, max: number) =>
  boundedText(max, `${label} can have at most ${max} characters`)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} can have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, `${label} can't contain control characters`)

/** Scripts whose letters look alike: a name may use only one of them. */
const lookAlikes = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u, /\p{sc=Cherokee}/u]

/** Letters, digits, dot, dash and underscore. It can't be mistaken for an e-mail address, an id or another name. */
export const username = boundedText(32, 'Username can have at most 32 characters')
  .trim()
  .normalize('NFKC')
  .min(3, 'Username needs at least 3 characters')
  .max(32, 'Username can have at most 32 characters')
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Username can contain letters, digits, dots, dashes and underscores only')
  .refine((value) => !/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value), "Username can't look like an id")
  .refine(
    (value) => lookAlikes.filter((script) => script.test(value)).length <= 1,
    "Username can't mix alphabets whose letters look alike",
  )

export const email = boundedText(254).trim().normalize('NFKC').max(254).pipe(z.email('Enter a valid e-mail address'))
export const name = line('Name', 80)
export const surname = line('Surname', 80)
/** A day of birth between 1900 and today. */
export const birthday = day.refine(
  (value) => value >= '1900-01-01' && value <= new Date().toISOString().slice(0, 10),
  'Enter a day between 1900 and today',
)

/** Maximum length of a password in UTF-16 units; longer ones are refused before any hashing. */
export const PASSWORD_MAX = 1024
export const PASSWORD_MIN = 8
export const RESET_PASSWORD_MIN = 6

export const password = z
  .string()
  .min(PASSWORD_MIN, `Password needs at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password can have at most ${PASSWORD_MAX} characters`)

/** Present password, to confirm who is there. */
export const currentPassword = z.string().min(1, 'Enter your current password').max(PASSWORD_MAX)

/** An administrator's reset: a temporary password, which may be shorter than the usual minimum. */
export const resetPassword = z.object({
  password: z
    .string()
    .min(RESET_PASSWORD_MIN, 'La contraseña debe tener al menos 6 caracteres')
    .max(PASSWORD_MAX, `Password can have at most ${PASSWORD_MAX} characters`),
  /**
   * Removes all other ways in: second factor with its passkeys, linked accounts, tokens for programs. Needs a session
   * opened or confirmed within the last minutes.
   */
  onlyWayIn: z.boolean().optional(),
})
export type ResetPassword = z.infer<typeof resetPassword>

export const editUser = z.strictObject({ email, name, surname }).partial()
export type EditUser = z.infer<typeof editUser>

/** Lock after too many wrong passwords in a row: when it ends, and when the first guess was. */
export const signInLock = z.object({
  failures: z.number().int(),
  since: instant,
  until: instant,
  /** The lock is for a known device, from which the account signed in before; all other devices may sign in. */
  onKnownDevice: z.boolean(),
})
export type SignInLock = z.infer<typeof signInLock>
export const userLock = signInLock.extend({ userId: id })
export type UserLock = z.infer<typeof userLock>

const withUser = z.object({ user })

export const users = {
  list: route({
    method: 'GET',
    path: '/api/v1/users',
    access: 'admin',
    scope: 'users:read',
    summary: 'All accounts, by e-mail',
    data: z.object({ users: z.array(user) }),
  }),
  locks: route({
    method: 'GET',
    path: '/api/v1/users/locks',
    access: 'admin',
    scope: 'users:read',
    summary: 'Accounts that too many wrong passwords lock, and until when',
    data: z.object({ locks: z.array(userLock) }),
  }),
  unlock: route({
    method: 'DELETE',
    path: '/api/v1/users/:id/lock',
    access: 'admin',
    scope: 'users:write',
    summary: 'Let an account sign in again after too many wrong passwords',
    params: idParams,
    data: nothing,
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/users/:id',
    access: 'user',
    scope: 'users:read',
    summary: 'One account: your own, or any for an administrator',
    params: idParams,
    data: z.object({ users: user }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/users/:id',
    access: 'admin',
    scope: null,
    summary: 'Change e-mail, name or surname',
    params: idParams,
    body: editUser,
    fails: [409],
    data: withUser,
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/api/v1/users/:id/status',
    access: 'admin',
    scope: 'users:write',
    summary: 'Allow or forbid access',
    params: idParams,
    body: z.strictObject({ isActive: z.boolean() }),
    fails: [409],
    data: withUser,
  }),
  setRole: route({
    method: 'PATCH',
    path: '/api/v1/users/:id/role',
    access: 'admin',
    scope: null,
    summary: 'Change the role',
    params: idParams,
    body: z.strictObject({ role }),
    fails: [409],
    data: withUser,
  }),
  logoutAll: route({
    method: 'POST',
    path: '/api/v1/users/:id/logout-all',
    access: 'admin',
    scope: 'users:write',
    summary: 'End all sessions of an account',
    params: idParams,
    data: nothing,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/v1/users/:id/reset-password',
    access: 'admin',
    scope: null,
    summary: 'Set a temporary password, on request as the only way in; ends all sessions of the account',
    params: idParams,
    body: resetPassword,
    data: nothing,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/users/:id',
    access: 'admin',
    scope: 'users:write',
    summary: 'Delete an account and everything it owns',
    params: idParams,
    fails: [409],
    data: nothing,
  }),
}
