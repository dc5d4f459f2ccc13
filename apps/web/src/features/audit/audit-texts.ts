import type { AuditAction } from '@atalaya/contract/audit'

/** What happened, for people. The record type makes a new action without a text an error. */
export const auditTexts: Record<AuditAction, string> = {
  'auth.registered': 'Registered',
  'auth.login': 'Signed in',
  'auth.login_failed': 'Failed to sign in',
  'auth.logout': 'Signed out',
  'auth.refresh_reuse': 'Used-up token shown again, session ended',
  'auth.refresh_unbound': 'Token shown from another browser, refused',
  'auth.qr_approved': 'Approved a QR sign-in',
  'auth.qr_login': 'Signed in by QR code',
  'auth.confirmed': 'Confirmed the password',
  'auth.confirm_failed': 'Failed to confirm the password',
  'auth.password_changed': 'Changed the own password',
  'auth.password_change_failed': 'Failed to change the own password',
  'auth.profile_edited': 'Edited the own profile',
  'auth.session_ended': 'Ended a session',
  'auth.sessions_ended': 'Ended all other sessions',
  'user.edited': 'Edited a user',
  'user.activated': 'Gave access',
  'user.deactivated': 'Took access away',
  'user.role_changed': 'Changed a role',
  'user.sessions_ended': 'Revoked all sessions',
  'user.password_reset': 'Reset a password',
  'user.unlocked': 'Lifted a lock after wrong passwords',
  'user.deleted': 'Deleted a user',
  'agent.registered': 'Registered an agent',
  'agent.edited': 'Edited an agent',
  'agent.token_renewed': "Renewed an agent's token",
  'agent.deleted': 'Deleted an agent',
  'agent.quarantined': 'Kept out an agent whose token two programs use',
  'agent.released': 'Let a quarantined agent in again',
  'agent.command': 'Sent a command',
  'module.activated': 'Changed the version of a module',
  'module.installed': 'Installed a module',
  'module.removed': 'Removed a module',
  'integration.connected': 'Connected an integration',
  'integration.removed': 'Removed an integration',
  'legal.changed': 'Changed a legal text',
}

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
