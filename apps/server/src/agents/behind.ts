import type { Agent } from '@atalaya/contract/agents'
import type { Repos } from '#server/compose/repos.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { maySee } from './visible-agents.ts'

/** Maximum length of a chain of agents, each behind the next one. */
export const LEVELS_MAX = 8

/**
 * Checks that an agent may live behind another one. Runs in the transaction that writes it.
 *
 * @throws AppError bad_request with the reason
 */
export async function checkBehind(
  { agents }: Pick<Repos, 'agents'>,
  by: Actor,
  { agentId, user }: Agent,
  behind: string,
): Promise<void> {
  if (behind === agentId) throw refusal('An agent cannot live behind itself')
  await agents.lockBehind(user._id, behind)
  const upstream = await agents.find(behind)
  if (!upstream || upstream.user._id !== user._id || !maySee(by, upstream)) {
    throw refusal('The owner of this agent has no other one with that id for it to live behind')
  }
  const inFront = await agents.upstreamsOf(behind, LEVELS_MAX)
  if (inFront.includes(agentId)) throw refusal('That agent lives behind this one itself')
  const levels = inFront.length + 1 + (await agents.levelsBehind(agentId, LEVELS_MAX))
  if (levels > LEVELS_MAX) throw refusal(`Agents can live behind each other on ${LEVELS_MAX} levels at most`)
}

const refusal = (message: string) => new AppError('bad_request', message, { code: 'agents.bad_behind' })
