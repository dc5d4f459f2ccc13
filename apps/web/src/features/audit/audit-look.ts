import type { AuditAction } from '@atalaya/contract/audit-actions'
import type { SignName } from '@atalaya/module-sdk/status-sign'
import type { Tone } from '#web/components/status-badge.tsx'

const ALARMS: ReadonlySet<AuditAction> = new Set(['auth.refresh_reuse', 'auth.refresh_unbound', 'agent.quarantined'])
const FAILURES: ReadonlySet<AuditAction> = new Set([
  'auth.login_failed',
  'auth.confirm_failed',
  'auth.password_change_failed',
])

type Look = { tone: Tone; sign: SignName }

/** Tone and icon of an entry by its severity. */
export function auditLook(action: AuditAction): Look {
  if (ALARMS.has(action)) return { tone: 'destructive', sign: 'shield' }
  return FAILURES.has(action) ? { tone: 'warning', sign: 'warning' } : { tone: 'neutral', sign: 'dot' }
}
