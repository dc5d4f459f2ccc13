import type { AuditAction } from '@atalaya/contract/audit'

const ALARMS: ReadonlySet<AuditAction> = new Set(['auth.refresh_reuse', 'auth.refresh_unbound', 'agent.quarantined'])
const FAILURES: ReadonlySet<AuditAction> = new Set([
  'auth.login_failed',
  'auth.confirm_failed',
  'auth.password_change_failed',
])

/** How much an entry should catch the eye. */
export function auditTone(action: AuditAction): 'destructive' | 'warning' | 'neutral' {
  if (ALARMS.has(action)) return 'destructive'
  return FAILURES.has(action) ? 'warning' : 'neutral'
}
