import type { FactorPolicy } from '@atalaya/contract/factor-admin'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { FindRecent } from '#server/db/read-cache.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Sessions } from '#server/sessions/sessions.ts'
import { assertStillAllowed } from '#server/sessions/still-allowed.ts'
import type { UsersService } from '#server/users/users.service.ts'
import type { FactorsRepo } from './factors.repo.ts'

type PolicyNeeds = { factors: Pick<FactorsRepo, 'isRequired'>; findRecent: FindRecent<FactorPolicy> }

/** True if administrators must have a second factor. Checked at every request of an administrator without one. */
export function createIsRequired({ factors, findRecent }: PolicyNeeds) {
  const find = async () => ({ administratorsMust: await factors.isRequired() })
  return async (): Promise<boolean> => (await findRecent('policy', find)).administratorsMust
}
export type IsFactorRequired = ReturnType<typeof createIsRequired>

type Needs = {
  users: Pick<UsersService, 'getForSignIn'>
  factors: Pick<FactorsRepo, 'adminsWithoutFactor' | 'isRequired'>
  tx: RunInTransaction<'audit' | 'credentials' | 'factors' | 'sessions' | 'users'>
  sessions: Pick<Sessions, 'restartStreams'>
  now: () => number
}

/** Policy about second factors, which administrators set. */
export function createFactorPolicy({ users, factors, tx, sessions, now }: Needs) {
  return {
    read: async (): Promise<FactorPolicy> => ({ administratorsMust: await factors.isRequired() }),

    /**
     * Refuses a caller without a second factor of their own. Their factor proves that factors work on this server, so
     * that nobody locks all administrators out.
     */
    async set(by: Caller, { administratorsMust }: FactorPolicy): Promise<FactorPolicy> {
      const { hasSecondFactor } = await users.getForSignIn(by.userId)
      if (administratorsMust && !hasSecondFactor) throw noneOfYourOwn()
      await tx(async (repos) => {
        await assertStillAllowed(repos, by)
        await repos.factors.setRequired(administratorsMust)
        const details = administratorsMust ? 'administrators must' : 'nobody must'
        await repos.audit.insert(now(), { action: 'factor.policy_changed', by, details })
      })
      if (administratorsMust) for (const id of await factors.adminsWithoutFactor()) await sessions.restartStreams(id)
      return { administratorsMust }
    },
  }
}
export type PolicyService = ReturnType<typeof createFactorPolicy>

const noneOfYourOwn = () =>
  new AppError('conflict', 'Set up a second factor of your own first, so that you are not locked out yourself', {
    code: 'factor.none_of_your_own',
  })
