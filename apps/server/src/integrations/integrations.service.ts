import type { Integration, Offer } from '@atalaya/contract/integrations'
import type { Role } from '@atalaya/contract/users'
import type { Audit } from '#server/audit/audit.service.ts'
import type { Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { notConfiguredText } from './authorization.service.ts'
import { toIntegration } from './integration-view.ts'
import type { IntegrationsRepo } from './integrations.repo.ts'
import type { ReturnAddress } from './return-address.ts'
import type { Spotify } from './spotify.ts'

type Needs = { repo: IntegrationsRepo; spotify: Pick<Spotify, 'isConfigured'>; audit: Audit }

/** Connections of a user, and services that they could connect. */
export function createIntegrationsService({ repo, spotify, audit }: Needs) {
  return {
    list: async (userId: string): Promise<Integration[]> => (await repo.listOf(userId)).map(toIntegration),

    offers({ redirectUri, problem }: ReturnAddress, role: Role): Offer[] {
      const missing = spotify.isConfigured ? null : notConfiguredText(role)
      return [{ service: 'spotify', problem: problem ?? missing, redirectUri }]
    },

    /** @throws AppError not_found if the caller has no such connection */
    async remove(caller: Caller, id: string): Promise<void> {
      const removed = await repo.remove(caller.userId, id)
      if (!removed) throw new AppError('not_found', 'There is no such connection', { code: 'integrations.not_found' })
      await audit.record({ action: 'integration.removed', by: caller, target: { id, name: 'Spotify' } })
    },
  }
}
export type IntegrationsService = ReturnType<typeof createIntegrationsService>
