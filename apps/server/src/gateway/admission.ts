import type { FastifyRequest } from 'fastify'
import type { AgentIdentity } from '#server/agents/agent-tokens.ts'
import type { Peer } from '#server/connections/agent-session.ts'
import { AppError } from '#server/domain/errors.ts'
import { createBucket, createMinuteLimit } from './rates.ts'
import type { GatewaySettings } from './settings.ts'

const RETRY_SECONDS = 5

type Needs = {
  settings: GatewaySettings
  findIdentity(agentId: string): Promise<AgentIdentity | null>
  now: () => number
}

/** Limits how often agents connect, over every transport. */
export function createAdmission({ settings, findIdentity, now }: Needs) {
  const bucket = createBucket(settings.upgradesPerSecond, now)
  const perAgent = createMinuteLimit(settings.connectsPerMinute, now)

  return {
    /**
     * Counts only agents with a verified token. Otherwise strangers could use up the limit.
     *
     * @throws AppError too_many if the agent connects too often; unavailable if too many agents connect at once
     * @throws AppError unauthorized if there is no such agent
     */
    async admit(agentId: string, request: FastifyRequest): Promise<Peer> {
      if (!perAgent.spend(agentId)) {
        const retryAfterSeconds = perAgent.secondsToNextMinute()
        throw new AppError('too_many', 'This agent connects too often', { retryAfterSeconds })
      }
      if (!bucket.spend()) throw retryLater()
      const agent = await findIdentity(agentId)
      if (!agent) throw new AppError('unauthorized', 'Unauthorized')
      const { id, ref, ownerId, tokenHash } = agent
      return { agentId: id, ref, ownerId, tokenHash, ip: request.ip }
    },
  }
}
export type Admission = ReturnType<typeof createAdmission>

/** Refusal of agents that connect while the server stops, or too many at once. */
export const retryLater = () =>
  new AppError('unavailable', 'Come back in a moment', { retryAfterSeconds: RETRY_SECONDS })

/** Refuses browsers, which always send an `Origin`: no page may act as an agent, even with its token. */
export function refuseBrowsers(request: FastifyRequest): void {
  if (request.headers.origin !== undefined) {
    throw new AppError('forbidden', 'This address is for agents, not for browsers', { code: 'agents.origin' })
  }
}
