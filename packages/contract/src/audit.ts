import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { resource, route } from './route.ts'
import { id, instant } from './scalars.ts'

/** All actions that are recorded; the part before the dot is the slice that writes it. */
export const auditAction = z.enum([
  'auth.registered',
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.refresh_reuse',
  'auth.refresh_unbound',
  'auth.qr_approved',
  'auth.qr_login',
  'auth.oidc_login',
  'auth.identity_linked',
  'auth.identity_unlinked',
  'auth.local_sign_in_closed',
  'auth.local_sign_in_opened',
  'auth.confirmed',
  'auth.confirm_failed',
  'auth.password_changed',
  'auth.password_change_failed',
  'auth.profile_edited',
  'auth.factor_asked',
  'auth.factor_failed',
  'auth.session_ended',
  'auth.sessions_ended',
  'token.created',
  'token.revoked',
  'user.edited',
  'user.activated',
  'user.deactivated',
  'user.role_changed',
  'user.sessions_ended',
  'user.password_reset',
  'user.unlocked',
  'user.factor_reset',
  'user.deleted',
  'factor.passkey_added',
  'factor.passkey_renamed',
  'factor.passkey_removed',
  'factor.codes_added',
  'factor.codes_removed',
  'factor.recovery_renewed',
  'factor.policy_changed',
  'agent.registered',
  'agent.edited',
  'agent.token_renewed',
  'agent.deleted',
  'agent.quarantined',
  'agent.released',
  'agent.command',
  'page.created',
  'page.edited',
  'page.deleted',
  'page.restored',
  'page.purged',
  'page.module_added',
  'page.module_removed',
  'module.installed',
  'module.activated',
  'module.removed',
  'module.stopped',
  'module.index_added',
  'module.index_key_accepted',
  'module.index_removed',
  'integration.connected',
  'integration.removed',
  'legal.changed',
  'server.backup_asked',
  'display.paired',
  'display.changed',
  'display.removed',
  'display.told',
  'display.copy_refused',
  'alert.rule_added',
  'alert.rule_edited',
  'alert.rule_removed',
  'alert.acknowledged',
  'alert.silenced',
  'alert.silence_ended',
  'alert.senders_changed',
])
export type AuditAction = z.infer<typeof auditAction>

/** Text of each action for people. `Record` makes the compiler refuse an action without a text. */
export const auditTexts: Record<AuditAction, string> = {
  'auth.registered': 'Registered',
  'auth.login': 'Signed in',
  'auth.login_failed': 'Failed to sign in',
  'auth.logout': 'Signed out',
  'auth.refresh_reuse': 'Used-up token shown again, session ended',
  'auth.refresh_unbound': 'Token shown from another browser, refused',
  'auth.qr_approved': 'Approved a QR sign-in',
  'auth.qr_login': 'Signed in by QR code',
  'auth.oidc_login': 'Signed in by a provider',
  'auth.identity_linked': 'Linked an account at a provider',
  'auth.identity_unlinked': 'Unlinked an account at a provider',
  'auth.local_sign_in_closed': 'Closed the own account to passwords',
  'auth.local_sign_in_opened': 'Opened the own account to passwords',
  'auth.confirmed': 'Confirmed the password',
  'auth.confirm_failed': 'Failed to confirm the password',
  'auth.password_changed': 'Changed the own password',
  'auth.password_change_failed': 'Failed to change the own password',
  'auth.profile_edited': 'Edited the own profile',
  'auth.factor_asked': 'Gave the right password, was asked for the second factor',
  'auth.factor_failed': 'Failed at the second factor',
  'auth.session_ended': 'Ended a session',
  'auth.sessions_ended': 'Ended all other sessions',
  'token.created': 'Made a token for a program',
  'token.revoked': 'Revoked a token',
  'user.edited': 'Edited a user',
  'user.activated': 'Gave access',
  'user.deactivated': 'Took access away',
  'user.role_changed': 'Changed a role',
  'user.sessions_ended': 'Revoked all sessions',
  'user.password_reset': 'Reset a password',
  'user.unlocked': 'Lifted a lock after wrong passwords',
  'user.factor_reset': 'Reset a second factor',
  'user.deleted': 'Deleted a user',
  'factor.passkey_added': 'Added a passkey',
  'factor.passkey_renamed': 'Renamed a passkey',
  'factor.passkey_removed': 'Removed a passkey',
  'factor.codes_added': 'Set up codes of an app',
  'factor.codes_removed': 'Removed the codes of an app',
  'factor.recovery_renewed': 'Made new recovery codes',
  'factor.policy_changed': 'Changed who must have a second factor',
  'agent.registered': 'Registered an agent',
  'agent.edited': 'Edited an agent',
  'agent.token_renewed': "Renewed an agent's token",
  'agent.deleted': 'Deleted an agent',
  'agent.quarantined': 'Kept out an agent whose token two programs use',
  'agent.released': 'Let a quarantined agent in again',
  'agent.command': 'Sent a command',
  'page.created': 'Made a page',
  'page.edited': 'Edited a page',
  'page.deleted': 'Deleted a page',
  'page.restored': 'Restored a page',
  'page.purged': 'Deleted a page for good',
  'page.module_added': 'Added a module to a page',
  'page.module_removed': 'Removed a module from a page',
  'module.activated': 'Changed the version of a module',
  'module.installed': 'Installed a module',
  'module.removed': 'Removed a module',
  'module.stopped': 'Stopped versions of modules, as their index says',
  'module.index_added': 'Added an index of modules',
  'module.index_key_accepted': 'Accepted another key for an index of modules',
  'module.index_removed': 'Removed an index of modules',
  'integration.connected': 'Connected an integration',
  'integration.removed': 'Removed an integration',
  'legal.changed': 'Changed a legal text',
  'server.backup_asked': 'Asked for a backup',
  'display.paired': 'Made a screen a display',
  'display.changed': 'Changed a display',
  'display.removed': 'Removed a display',
  'display.told': 'Told displays what to do',
  'display.copy_refused': 'Another screen showed the credential of a display, refused',
  'alert.rule_added': 'Wrote a rule for alerts',
  'alert.rule_edited': 'Edited a rule for alerts',
  'alert.rule_removed': 'Removed a rule for alerts',
  'alert.acknowledged': 'Took note of an alert',
  'alert.silenced': 'Silenced alerts',
  'alert.silence_ended': 'Ended a silence of alerts',
  'alert.senders_changed': 'Changed by what alerts are sent',
}

/** Topic of an action, the part before the dot; `changes` is every action but a successful sign-in. */
export const auditAbout = z.enum([
  'changes',
  'auth',
  'token',
  'user',
  'factor',
  'agent',
  'page',
  'module',
  'integration',
  'legal',
  'display',
  'alert',
])
export type AuditAbout = z.infer<typeof auditAbout>

/** A person or thing: the id, and the name at the time. The thing may be gone by now. */
const party = z.object({ id: id.nullable(), name: z.string() })

export const auditEntry = z.object({
  _id: z.string(),
  at: instant,
  action: auditAction,
  /** Actor; for a failed sign-in, the name that was typed. */
  actor: party,
  /** Target of the action, if it is not the actor. */
  target: party.nullable(),
  ip: z.string(),
  /** A few words more, e.g. `user → admin`; may be empty. */
  details: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const AUDIT_PAGE_MAX = 100

/** Filters of the audit. An entry must match all that are given. */
const auditFilter = z.object({
  action: auditAction.optional(),
  /** Only entries of this topic. Searches 10,000 entries, as `query` does. */
  about: auditAbout.optional(),
  /** Only actions by or on this account or agent. */
  userId: id.optional(),
  /** Words in names, address, details or action, in any case. Searches 10,000 entries; `next` continues. */
  query: boundedText(200).trim().max(200).optional(),
  /** Only entries at this instant or later. */
  from: instant.optional(),
  /** Only entries before this instant. */
  to: instant.optional(),
})
export type AuditFilter = z.infer<typeof auditFilter>

/** Maximum entries in the CSV, newest first. Its last line says so if older ones are left out. */
export const AUDIT_TABLE_MAX = 100_000

export const audit = {
  list: route({
    method: 'GET',
    path: '/api/v1/audit',
    access: 'admin',
    scope: 'audit:read',
    summary: 'Who did what to whom, newest first',
    query: auditFilter.extend({
      /** Page size, at most 100. */
      limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_MAX).default(50),
      /** Cursor: `next` of the page before; absent for the newest. */
      before: id.optional(),
    }),
    data: z.object({ entries: z.array(auditEntry), next: z.string().nullable() }),
  }),
}

/** The audit as CSV. */
export const auditTable = resource({
  path: '/api/v1/audit.csv',
  access: 'admin',
  scope: 'audit:read',
  summary:
    'The audit as CSV, newest first: the query of `GET /api/v1/audit` without pages, at most 100,000 entries back',
  query: auditFilter,
  type: 'text/csv',
  answers: 'A line of names, and one for each entry',
  fails: [429],
})
