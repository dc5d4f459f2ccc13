import type { IntegrationService } from '@atalaya/contract/integrations'
import { sql } from 'kysely'
import { removeSome } from '#server/db/in-parts.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** Unfinished connection: the user is at the service's page of consent. */
export type UnfinishedConnection = {
  sessionId: string
  service: IntegrationService
  verifierSealed: string
  redirectUri: string
}

/** SQL on unfinished connections: one for each session and service, and each is taken once. */
export function createIntegrationStartsRepo(db: Db | Tx) {
  return {
    async put(stateHash: string, start: UnfinishedConnection, now: number, expiresAt: number): Promise<void> {
      await removeSome(db, { table: 'integration_starts', key: 'state_hash', where: sql`expires_at <= ${now}` })
      await db
        .deleteFrom('integration_starts')
        .where('session_id', '=', start.sessionId)
        .where('service', '=', start.service)
        .execute()
      await db
        .insertInto('integration_starts')
        .values({
          state_hash: stateHash,
          session_id: start.sessionId,
          service: start.service,
          verifier_sealed: start.verifierSealed,
          redirect_uri: start.redirectUri,
          expires_at: expiresAt,
        })
        .execute()
    },

    /** Removes and returns the consent that this session started with this state; null if it is unknown or expired. */
    async redeem(
      stateHash: string,
      sessionId: string,
      service: IntegrationService,
      now: number,
    ): Promise<UnfinishedConnection | null> {
      const row = await db
        .deleteFrom('integration_starts')
        .where('state_hash', '=', stateHash)
        .where('session_id', '=', sessionId)
        .where('service', '=', service)
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires_at <= now) return null
      return { sessionId, service, verifierSealed: row.verifier_sealed, redirectUri: row.redirect_uri }
    },
  }
}
export type IntegrationStartsRepo = ReturnType<typeof createIntegrationStartsRepo>
