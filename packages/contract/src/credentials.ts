import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'
import { SCOPES, type Scope } from './scopes.ts'
import { selector } from './selector.ts'

/** Maximum valid tokens of one person. */
export const TOKENS_MAX = 50
/** Default lifetime of a token in days, and the maximum. */
export const TOKEN_DAYS = 90
export const TOKEN_DAYS_MAX = 365

const scope = z.enum(Object.keys(SCOPES) as [Scope, ...Scope[]])

/** A person's input for a new token. */
export const newToken = z.strictObject({
  name: boundedText(60, 'A name can have at most 60 characters', 'Give the token a name')
    .trim()
    .min(1, 'Give the token a name')
    .max(60, 'A name can have at most 60 characters')
    .regex(/^\P{Cc}*$/u, "A name can't contain control characters"),
  scopes: z
    .array(scope)
    .min(1, 'Choose what the token may do')
    .max(100)
    .transform((chosen) => [...new Set(chosen)]),
  days: z.int().min(1).max(TOKEN_DAYS_MAX).default(TOKEN_DAYS),
  /** Agents that the token reaches, among those its owner sees. Absent: all of them, and data of no agent. */
  selector: selector.optional(),
})
export type NewToken = z.input<typeof newToken>

/** A token as its owner sees it; the secret is shown only when it is made. */
export const personalToken = z.object({
  _id: id,
  name: z.string(),
  scopes: z.array(scope),
  selector: selector.nullable(),
  createdAt: instant,
  expiresAt: instant,
  /** Exact to the minute; null if never used. */
  lastUsedAt: instant.nullable(),
  lastAddress: z.string().nullable(),
})
export type PersonalToken = z.infer<typeof personalToken>

/** A token with its owner, for administrators. */
export const ownedToken = personalToken.extend({ owner: z.object({ _id: id, username: z.string() }) })
export type OwnedToken = z.infer<typeof ownedToken>

export const tokens = {
  list: route({
    method: 'GET',
    path: '/api/v1/tokens',
    access: 'user',
    scope: null,
    summary: 'Your own tokens, newest first; those that ended are gone',
    data: z.object({ tokens: z.array(personalToken) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/tokens',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    // A thief with a copied access token could make a token that outlives it.
    sensitive: 'always',
    summary: 'A new token for a program; it is shown this once',
    body: newToken,
    fails: [409],
    data: z.object({ token: z.string(), created: personalToken }),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/v1/tokens/:id',
    access: 'user',
    scope: null,
    sensitive: true,
    summary: 'Revoke one of your own tokens',
    params: idParams,
    data: nothing,
  }),
  listAll: route({
    method: 'GET',
    path: '/api/v1/admin/tokens',
    access: 'admin',
    scope: null,
    summary: 'Tokens of all users, newest first, at most 500',
    data: z.object({ tokens: z.array(ownedToken) }),
  }),
  revokeAny: route({
    method: 'DELETE',
    path: '/api/v1/admin/tokens/:id',
    access: 'admin',
    scope: null,
    summary: "Revoke anybody's token",
    params: idParams,
    data: nothing,
  }),
}
