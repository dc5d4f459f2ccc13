import type { FactorAsked } from '@atalaya/contract/factor-proof'
import { ApiError, codeOf } from '#web/lib/api-error.ts'

/** What a right password must be followed by, where that is why a call failed. */
const factorAskedIn = (error: unknown): FactorAsked | undefined =>
  error instanceof ApiError && codeOf(error) === 'second_factor_required'
    ? (error.body as { secondFactor?: FactorAsked }).secondFactor
    : undefined

/** Answers what a right password must be followed by, in place of the failure that says so. */
export async function orAsked(entering: Promise<void>): Promise<FactorAsked | undefined> {
  try {
    await entering
  } catch (error) {
    const asked = factorAskedIn(error)
    if (!asked) throw error
    return asked
  }
}
