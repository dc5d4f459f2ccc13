import type { Repos } from '#server/compose/repos.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Rate } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'

/** Maximum of agents of one account. Administrators run the fleet and have no bounds. */
export const AGENTS_MAX = 1000
export const registrations: Rate = {
  name: 'agents',
  max: 120,
  windowMs: 60 * 60_000,
  message: 'You have registered many agents within an hour; try again later, or ask an administrator',
  code: 'agents.too_many_registrations',
}

/** Downloads of lists as CSV; each reads all agents that the caller sees. */
export const csvDownloads: Rate = {
  name: 'agents csv',
  max: 10,
  windowMs: 60_000,
  message: 'You have saved many lists within a minute; try again in a minute',
  code: 'agents.too_many_files',
}

/** Counts a registration. @throws AppError too_many or conflict if the account may not register one more agent. */
export async function refuseTooMany(limits: RateLimits, { agents }: Pick<Repos, 'agents'>, by: Caller): Promise<void> {
  if (by.role === 'admin') return
  if ((await agents.count({ ownerId: by.userId })) >= AGENTS_MAX) {
    const message = `You have ${AGENTS_MAX} agents, the maximum; remove some, or ask an administrator`
    throw new AppError('conflict', message, { code: 'agents.too_many' })
  }
  limits.spend(registrations, by.userId)
}
