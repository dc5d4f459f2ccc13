import type { FactorKind, FactorProof } from '@atalaya/contract/factor-proof'
import type { PasskeyRequestOptions } from '@atalaya/contract/passkeys'
import type { Repos } from '#server/compose/repos.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { hashToken } from '#server/sessions/tokens.ts'
import type { FactorsRepo } from './factors.repo.ts'
import type { Ceremony } from './passkey-ceremony.ts'
import type { PasskeysRepo } from './passkeys.repo.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { siteOf } from './site.ts'
import { stepOf } from './totp.ts'

type Needs = {
  factors: FactorsRepo
  passkeys: PasskeysRepo
  ceremony: Ceremony
  box: SecretBox
  now: () => number
}

/**
 * A valid second factor; `how` names it in the audit log. `markUsedIn` uses it up in a transaction; false if it was
 * used already.
 */
export type ValidFactor = { how: string; markUsedIn: (repos: Pick<Repos, 'factors' | 'passkeys'>) => Promise<boolean> }

/** Owner under which an app's secret is sealed. */
export const totpOwner = (userId: string): string => `totp ${userId}`

/** Checks second factors. A `ticket` is the secret of one sign-in that still waits for its second factor. */
export function createFactorCheck({ factors, passkeys, ceremony, box, now }: Needs) {
  async function checkAppCode(userId: string, code: string): Promise<ValidFactor | null> {
    const stored = await factors.findTotp(userId)
    if (stored?.confirmedAt == null || !box.isOurs(stored.sealed)) return null
    const step = await stepOf(box.open(stored.sealed, totpOwner(userId)), code, now())
    if (step === null || step <= stored.lastStep) return null
    return { how: 'code of an app', markUsedIn: (repos) => repos.factors.useStep(userId, step) }
  }

  async function checkRecoveryCode(userId: string, code: string): Promise<ValidFactor | null> {
    const hash = hashRecoveryCode(userId, code)
    if (!(await factors.hasRecovery(userId, hash))) return null
    return { how: 'recovery code', markUsedIn: (repos) => repos.factors.useRecovery(userId, hash) }
  }

  async function checkSignature(userId: string, proof: FactorProof & { kind: 'passkey' }, ticket: string) {
    const expected = { purpose: 'factor' as const, boundTo: hashToken(ticket), mustVerifyUser: false }
    const signed = await ceremony.check(proof.credential, expected)
    if ('reason' in signed || signed.passkey.userId !== userId) return null
    const { passkey, counter, isSynced } = signed
    return {
      how: `passkey ${passkey.name}`,
      markUsedIn: (repos: Pick<Repos, 'passkeys'>) => repos.passkeys.storeUse(passkey, counter, isSynced, now()),
    }
  }

  return {
    /** Factors of an account, with the challenge for its passkeys of this origin. */
    async offer(userId: string, origin: string | null, ticket: string) {
      const totp = await factors.findTotp(userId)
      const site = siteOf(origin)
      const usable = site ? (await passkeys.listOf(userId)).filter(({ rpId }) => rpId === site.rpId) : []
      const hasCodes = totp?.confirmedAt != null && box.isOurs(totp.sealed)
      const kinds: FactorKind[] = [
        ...(usable.length > 0 ? (['passkey'] as const) : []),
        ...(hasCodes ? (['totp'] as const) : []),
        ...((await factors.countRecovery(userId)) > 0 ? (['recovery'] as const) : []),
      ]
      const binding = { purpose: 'factor', boundTo: hashToken(ticket), userVerification: 'preferred' } as const
      const passkey: PasskeyRequestOptions | undefined =
        site && usable.length > 0 ? await ceremony.requestOptions({ ...binding, site, passkeys: usable }) : undefined
      return { kinds, ...(passkey && { passkey }) }
    },

    /** Checks a second factor of the ticket's account; null if it is wrong. */
    check(userId: string, proof: FactorProof, ticket: string): Promise<ValidFactor | null> {
      if (proof.kind === 'totp') return checkAppCode(userId, proof.code)
      if (proof.kind === 'recovery') return checkRecoveryCode(userId, proof.code)
      return checkSignature(userId, proof, ticket)
    },

    /** Number of secrets of apps that were sealed with another key. */
    countLost: async (): Promise<number> => (await factors.listSealed()).filter((sealed) => !box.isOurs(sealed)).length,
  }
}
export type FactorCheck = ReturnType<typeof createFactorCheck>
