import { factorEntry } from '@atalaya/contract/factor-entry'
import type { FactorProof } from '@atalaya/contract/factor-proof'
import type { Assertion } from '@atalaya/contract/passkeys'
import { call } from '#web/lib/calls/api.ts'
import { signIn } from '#web/lib/session/session.ts'

/** Sends the proof of the second factor for a ticket, and stores the session. */
export const proveFactor = async (ticket: string, proof: FactorProof) =>
  signIn(await call(factorEntry.prove, { body: { ticket, proof } }))

/** Challenge for passkeys of this origin; null if no account has one. */
export const fetchPasskeyChallenge = async () => (await call(factorEntry.passkeyOptions, {})).options

export const enterByPasskey = async (credential: Assertion) =>
  signIn(await call(factorEntry.signInByPasskey, { body: { credential } }))
