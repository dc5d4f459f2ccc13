import type { Integration } from '@atalaya/contract/integrations'
import type { Connection } from './integrations.repo.ts'

/** Spotify ends every consent after this time, used or not. */
const CONSENT_MONTHS = 6

/** Public view of a connection, for its owner. */
export function toIntegration({ id, service, account, status, connectedAt }: Connection): Integration {
  const consentEnd = new Date(connectedAt)
  consentEnd.setUTCMonth(consentEnd.getUTCMonth() + CONSENT_MONTHS)
  return {
    _id: id,
    service,
    account,
    status,
    connectedAt: new Date(connectedAt).toISOString(),
    endsAt: consentEnd.toISOString(),
  }
}
