import type { FactorChallenge } from '@atalaya/contract/factor-proof'
import { ApiError, codeOf } from '#web/lib/calls/api-error.ts'

/** Second factors to ask for, if that is why a call failed. */
const factorChallengeIn = (error: unknown): FactorChallenge | undefined =>
  error instanceof ApiError && codeOf(error) === 'second_factor_required'
    ? (error.body as { secondFactor?: FactorChallenge }).secondFactor
    : undefined

/** Resolves to the second factors to ask for, instead of the failure that names them. */
export async function catchFactorChallenge(signInAttempt: Promise<void>): Promise<FactorChallenge | undefined> {
  try {
    await signInAttempt
  } catch (error) {
    const challenge = factorChallengeIn(error)
    if (!challenge) throw error
    return challenge
  }
}
