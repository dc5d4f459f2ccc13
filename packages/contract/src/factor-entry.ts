import { z } from 'zod'
import { signedIn } from './auth.ts'
import { factorProof } from './factor-proof.ts'
import { assertion, requestOptions } from './passkeys.ts'
import { route } from './route.ts'

/** Sign-in with a second factor or by a passkey alone. Also the options with which `auth.confirm` takes a passkey. */
export const factorEntry = {
  prove: route({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary: 'Finish signing in: the second factor, and the ticket from the password step',
    body: z.object({ ticket: z.string().min(1).max(128), proof: factorProof }),
    data: signedIn,
  }),
  passkeyOptions: route({
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'Options for a browser to sign in by a passkey alone; null if no account has a passkey for this address',
    data: z.object({ options: requestOptions.nullable() }),
  }),
  signInByPasskey: route({
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Sign in by a passkey alone',
    body: z.object({ credential: assertion }),
    data: signedIn,
  }),
  confirmOptions: route({
    method: 'POST',
    path: '/auth/confirm/options',
    access: 'user',
    scope: null,
    allowsMissingFactor: true,
    summary: 'Options for a browser to confirm by a passkey; null if the account has none for this address',
    data: z.object({ options: requestOptions.nullable() }),
  }),
}
