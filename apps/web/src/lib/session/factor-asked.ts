import type { FactorAsked } from '@atalaya/contract/factor-proof'
import { ApiError, codeOf } from '#web/lib/calls/api-error.ts'

/** Second factors to ask for, if that is why a call failed. */
const factorAskedIn = (error: unknown): FactorAsked | undefined =>
  error instanceof ApiError && codeOf(error) === 'second_factor_required'
    ? (error.body as { secondFactor?: FactorAsked }).secondFactor
    : undefined

/** Resolves to the second factors to ask for, instead of the failure that names them. */
export async function catchFactorAsked(entering: Promise<void>): Promise<FactorAsked | undefined> {
  try {
    await entering
  } catch (error) {
    const asked = factorAskedIn(error)
    if (!asked) throw error
    return asked
  }
}
