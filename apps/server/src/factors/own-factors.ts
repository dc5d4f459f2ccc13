import type { SecondFactorStatus } from '@atalaya/contract/second-factor'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import type { FactorChanges } from './factor-changes.ts'
import { totpOwner } from './factor-check.ts'
import type { FactorsRepo } from './factors.repo.ts'
import { toView } from './own-passkeys.ts'
import type { PasskeysRepo } from './passkeys.repo.ts'
import { newTotp, stepOf } from './totp.ts'

type Needs = {
  factors: FactorsRepo
  passkeys: Pick<PasskeysRepo, 'listOf'>
  changes: FactorChanges
  tx: RunInTransaction<'audit' | 'credentials' | 'factors' | 'sessions' | 'users'>
  box: SecretBox
  now: () => number
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Calls about one's own second factor, except passkeys (own-passkeys.ts). */
export function createOwnFactors({ factors, passkeys, changes, tx, box, now }: Needs) {
  return {
    async status({ userId, role }: Caller): Promise<SecondFactorStatus> {
      const totp = await factors.findTotp(userId)
      return {
        passkeys: (await passkeys.listOf(userId)).map(toView),
        totpSince: iso(totp?.confirmedAt ?? null),
        recoveryCodesLeft: await factors.countRecovery(userId),
        isRequired: role === 'admin' && (await factors.isRequired()),
      }
    },

    /** Makes a secret for an app. The secret takes effect once a code has proved that the app has it. */
    async beginTotp({ userId, username }: Caller): Promise<{ secret: string; uri: string }> {
      const totp = await newTotp(username)
      if (!(await factors.beginTotp(userId, box.seal(totp.secret, totpOwner(userId))))) throw alreadySetUp()
      return totp
    },

    async confirmTotp(by: Caller, code: string): Promise<{ recoveryCodes?: string[] | undefined }> {
      const stored = await factors.findTotp(by.userId)
      if (!stored || stored.confirmedAt !== null) throw notBegun()
      const step = await stepOf(box.open(stored.sealed, totpOwner(by.userId)), code, now())
      if (step === null) throw wrongCode()
      const { recoveryCodes } = await changes.change(by, {
        action: 'factor.codes_added',
        async work(repos) {
          if (!(await repos.factors.confirmTotp(by.userId, stored, step, now()))) throw notBegun()
        },
      })
      return { recoveryCodes }
    },

    async removeTotp(by: Caller): Promise<void> {
      await changes.change(by, {
        action: 'factor.codes_removed',
        isRemoval: true,
        async work(repos) {
          if (!(await repos.factors.removeTotp(by.userId))) throw notBegun()
        },
      })
    },

    /** Replaces all recovery codes by ten new ones. */
    renewCodes: (by: Caller): Promise<string[]> =>
      tx(async (repos) => {
        await assertStillAllowed(repos, by)
        const before = await repos.factors.lock(by.userId)
        if (!before?.hadFactor) throw noFactor()
        await repos.audit.insert(now(), { action: 'factor.recovery_renewed', by })
        return changes.renewCodes(repos, by.userId)
      }),
  }
}
export type OwnFactors = ReturnType<typeof createOwnFactors>

const alreadySetUp = () =>
  new AppError('conflict', 'An authenticator app is set up already; remove it first', { code: 'factor.already_set_up' })
const notBegun = () =>
  new AppError('conflict', 'There is no authenticator app to confirm or to remove: start again', {
    code: 'factor.not_begun',
  })
const noFactor = () =>
  new AppError('conflict', 'Recovery codes are for accounts with a second factor: set one up first', {
    code: 'factor.none',
  })

function wrongCode(): AppError {
  const message = 'This is not the code that the app shows now. Is the clock of your phone right?'
  return new AppError('bad_request', message, { code: 'factor.wrong_code', errors: [{ path: 'code', message }] })
}
