import { factorEntry } from '@atalaya/contract/factor-entry'
import type { FactorProof } from '@atalaya/contract/factor-proof'
import type { Assertion } from '@atalaya/contract/passkeys'
import { call } from '#web/lib/api.ts'
import { signIn } from '#web/lib/session.ts'

/** Shows the second factor that a ticket waits for, and signs in. */
export const proveFactor = async (ticket: string, proof: FactorProof) =>
  signIn(await call(factorEntry.prove, { body: { ticket, proof } }))

/** What this page's passkeys must sign; null where nobody has one. */
export const askForPasskey = async () => (await call(factorEntry.passkeyOptions, {})).options

export const enterByPasskey = async (credential: Assertion) =>
  signIn(await call(factorEntry.signInByPasskey, { body: { credential } }))
