import { z } from 'zod'
import { signedIn } from './auth.ts'
import { route } from './route.ts'
import { idParams, instant, nothing } from './scalars.ts'
import { email, name, surname, username } from './users.ts'

/** What names a provider in settings and addresses: `OIDC_PROVIDERS=home`. */
export const providerId = z.string().regex(/^[a-z][a-z0-9]{0,31}$/)

/** A provider by which people can sign in. */
export const provider = z.object({ id: providerId, name: z.string() })
export type SignInProvider = z.infer<typeof provider>

/** An account of one's own at a provider: who signs in there as this one is let in here. */
export const identity = z.object({
  _id: z.string(),
  /** Null where the provider is no longer in the settings. */
  provider: provider.nullable(),
  issuer: z.string(),
  /** What the provider calls the account; it says nothing about who may sign in. */
  label: z.string(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Identity = z.infer<typeof identity>

const providerParams = z.object({ provider: providerId })

/** Where the browser goes: the provider's own page. */
const away = z.object({ authorizeUrl: z.url() })

/** The query of the address to which the provider has sent the browser back, whole: `?code=…&state=…`. */
const answer = z.object({ answer: z.string().min(1).max(8_000) })

/** What the provider knows, for whom there is no account yet; any of it may be empty. */
export const suggestion = z.object({
  username: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
})
export type ProfileSuggestion = z.infer<typeof suggestion>

/** Somebody the provider vouches for and nobody here knows, who must say something more before an account is made. */
export const newcomer = z.object({
  /** Good once, for ten minutes, in the browser that got it. */
  ticket: z.string(),
  suggestion,
  /** Why it is asked for, in words for people. */
  reason: z.string(),
})
export type ProviderNewcomer = z.infer<typeof newcomer>

export const completion = z.object({ ticket: z.string().min(1).max(128), username, email, name, surname })
export type Completion = z.input<typeof completion>

/** Signing in by a provider of OpenID Connect. */
export const oidc = {
  start: route({
    method: 'POST',
    path: '/auth/oidc/:provider/start',
    access: 'public',
    summary: 'Begin to sign in by a provider: the address of its page; what comes back counts in this browser alone',
    params: providerParams,
    data: away,
  }),
  finish: route({
    method: 'POST',
    path: '/auth/oidc/:provider/finish',
    access: 'public',
    summary: 'Sign in with what the provider sent back to `/oidc/:provider`; once, and in the browser that began',
    params: providerParams,
    body: answer,
    /** One of the two: a session, or what is still to be asked. */
    data: z.object({ session: signedIn.optional(), newcomer: newcomer.optional() }),
  }),
  register: route({
    method: 'POST',
    path: '/auth/oidc/:provider/register',
    access: 'public',
    summary: 'Make the account of somebody whom the provider vouches for, and sign in',
    params: providerParams,
    body: completion,
    data: z.object({ session: signedIn }),
  }),
}

/** The own accounts at providers. */
export const identities = {
  list: route({
    method: 'GET',
    path: '/auth/identities',
    access: 'user',
    scope: null,
    takesMissingFactor: true,
    summary: 'The own accounts at providers, what else could be linked, and whether a password lets this account in',
    data: z.object({
      identities: z.array(identity),
      providers: z.array(provider),
      hasPassword: z.boolean(),
      /** False while only providers let this account in. */
      localSignIn: z.boolean(),
    }),
  }),
  link: route({
    method: 'POST',
    path: '/auth/oidc/:provider/link',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Begin to link an account at a provider; the session must be fresh (`POST /auth/confirm`)',
    params: providerParams,
    data: away,
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/oidc/:provider/confirm',
    access: 'user',
    scope: null,
    takesMissingFactor: true,
    summary: 'Begin to confirm who one is by signing in at a linked provider again',
    params: providerParams,
    data: away,
  }),
  finish: route({
    method: 'POST',
    path: '/auth/oidc/:provider/return',
    access: 'user',
    scope: null,
    takesMissingFactor: true,
    summary: 'Link, or confirm, with what the provider sent back; in the session that began it',
    params: providerParams,
    body: answer,
    data: z.object({ done: z.enum(['linked', 'confirmed']) }),
  }),
  unlink: route({
    method: 'DELETE',
    path: '/auth/identities/:id',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Unlink an account at a provider; not the last way in; ends all other sessions; the session must be fresh',
    params: idParams,
    data: nothing,
  }),
  edit: route({
    method: 'PATCH',
    path: '/auth/identities',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Whether the password lets this account in, beside its providers; the session must be fresh',
    body: z.strictObject({ localSignIn: z.boolean() }),
    data: nothing,
  }),
}
