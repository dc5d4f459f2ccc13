import { z } from 'zod'
import { totpCode } from './factor-proof.ts'
import { creationOptions, newCredential, passkeyName } from './passkeys.ts'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'

export const RECOVERY_CODES = 10

/** One of the caller's own passkeys. */
export const passkey = z.object({
  _id: id,
  name: z.string(),
  /** Host name of this server that it works at. */
  host: z.string(),
  /** Synchronised: stored on more than one device. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>

const status = z.object({
  passkeys: z.array(passkey),
  /** When codes of an app were set up; null if they are not. */
  totpSince: instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** A second factor is mandatory for this account: it is an administrator's. */
  isRequired: z.boolean(),
})
export type SecondFactorStatus = z.infer<typeof status>

/** Recovery codes come with the first factor and are never shown again. */
const recoveryCodes = z.array(z.string())
const addedFactor = z.object({ recoveryCodes: recoveryCodes.optional() })

/** The caller's own second factor. */
export const secondFactor = {
  status: route({
    method: 'GET',
    path: '/auth/second-factor',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
    summary: 'Your own passkeys, and what else is a second factor of this account',
    data: status,
  }),
  beginPasskey: route({
    method: 'POST',
    path: '/auth/second-factor/passkeys/options',
    access: 'user',
    scope: null,
    sensitive: 'always',
    allowsMissingFactor: true,
    summary: 'Options for a browser to make a passkey for this account',
    data: z.object({ options: creationOptions }),
  }),
  addPasskey: route({
    method: 'POST',
    path: '/auth/second-factor/passkeys',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    sensitive: 'always',
    allowsMissingFactor: true,
    summary: 'Add a passkey; the first factor ends all other sessions and comes with recovery codes',
    body: z.object({ name: passkeyName, credential: newCredential }),
    data: addedFactor.extend({ passkey }),
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/auth/second-factor/passkeys/:id',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Rename one of your own passkeys',
    params: idParams,
    body: z.strictObject({ name: passkeyName }),
    data: z.object({ passkey }),
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/auth/second-factor/passkeys/:id',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Remove one of your own passkeys; ends all other sessions',
    params: idParams,
    data: nothing,
  }),
  beginTotp: route({
    method: 'POST',
    path: '/auth/second-factor/totp',
    access: 'user',
    scope: null,
    sensitive: 'always',
    allowsMissingFactor: true,
    summary: 'A new secret for an app that shows codes; it counts once a code confirms it',
    data: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: route({
    method: 'POST',
    path: '/auth/second-factor/totp/confirm',
    access: 'user',
    scope: null,
    sensitive: 'always',
    allowsMissingFactor: true,
    summary: 'Confirm the secret by a code of the app; the first factor ends all other sessions',
    body: z.object({ code: totpCode }),
    data: addedFactor,
  }),
  removeTotp: route({
    method: 'DELETE',
    path: '/auth/second-factor/totp',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Ask for no codes of an app any more; ends all other sessions',
    data: nothing,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/auth/second-factor/recovery-codes',
    access: 'user',
    scope: null,
    sensitive: 'always',
    summary: 'Ten new recovery codes; the ones before are worth nothing any more',
    data: z.object({ recoveryCodes }),
  }),
}
