import { z } from 'zod'
import { signedIn } from './auth.ts'
import { route } from './route.ts'
import { idParams, instant, nothing } from './scalars.ts'
import { email, name, surname, username } from './users.ts'

/** Id of a provider in settings and addresses: `OIDC_PROVIDERS=home`. */
export const providerId = z.string().regex(/^[a-z][a-z0-9]{0,31}$/)

/** An identity provider for sign-in. */
export const provider = z.object({ id: providerId, name: z.string() })
export type SignInProvider = z.infer<typeof provider>

/** A linked account at a provider: signing in there signs in here. */
export const identity = z.object({
  _id: z.string(),
  /** Null if the provider is no longer in the settings. */
  provider: provider.nullable(),
  issuer: z.string(),
  /** Name of the account at the provider, only for display; sign-in does not look at it. */
  label: z.string(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Identity = z.infer<typeof identity>

const providerParams = z.object({ provider: providerId })

/** The provider's sign-in page, for the browser to open. */
const signInPage = z.object({ authorizeUrl: z.url() })

/** Complete query string of the URL to which the provider redirected: `?code=…&state=…`. */
const answer = z.object({ answer: z.string().min(1).max(8_000) })

/** The provider's data about a person without an account; any field may be empty. */
export const suggestion = z.object({
  username: z.string(),
  email: z.string(),
  name: z.string(),
  surname: z.string(),
})
export type ProfileSuggestion = z.infer<typeof suggestion>

/** A person that a provider vouches for but who has no account; they must complete a form first. */
export const newcomer = z.object({
  /** Valid once, for ten minutes, in the browser that got it. */
  ticket: z.string(),
  suggestion,
  /** Reason why the form is needed, for people. */
  reason: z.string(),
})
export type ProviderNewcomer = z.infer<typeof newcomer>

export const completion = z.object({ ticket: z.string().min(1).max(128), username, email, name, surname })
export type Completion = z.input<typeof completion>

/** Sign-in by OpenID Connect. */
export const oidc = {
  start: route({
    method: 'POST',
    path: '/auth/oidc/:provider/start',
    access: 'public',
    summary: 'Begin to sign in by a provider: the address of its page; what comes back counts in this browser alone',
    params: providerParams,
    data: signInPage,
  }),
  finish: route({
    method: 'POST',
    path: '/auth/oidc/:provider/finish',
    access: 'public',
    summary: 'Sign in with what the provider sent back to `/oidc/:provider`; once, and in the browser that began',
    params: providerParams,
    body: answer,
    /** Either a session, or the form that is still needed. */
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

/** The caller's linked accounts. */
export const identities = {
  list: route({
    method: 'GET',
    path: '/auth/identities',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
    summary: 'Your own accounts at providers, what else could be linked, and whether a password lets this account in',
    data: z.object({
      identities: z.array(identity),
      providers: z.array(provider),
      hasPassword: z.boolean(),
      /** False while this account can sign in by providers only. */
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
    data: signInPage,
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/oidc/:provider/confirm',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
    summary: 'Begin to confirm who one is by signing in at a linked provider again',
    params: providerParams,
    data: signInPage,
  }),
  finish: route({
    method: 'POST',
    path: '/auth/oidc/:provider/return',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
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
    summary: 'Allow or refuse the password of this account, besides its providers; the session must be fresh',
    body: z.strictObject({ localSignIn: z.boolean() }),
    data: nothing,
  }),
}
