import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './scalars.ts'

/** Everything that is recorded; the part before the dot is the slice that writes it. */
export const auditAction = z.enum([
  'auth.registered',
  'auth.login',
  'auth.login_failed',
  'auth.logout',
  'auth.refresh_reuse',
  'auth.refresh_unbound',
  'auth.qr_approved',
  'auth.qr_login',
  'auth.confirmed',
  'auth.confirm_failed',
  'auth.password_changed',
  'auth.password_change_failed',
  'auth.profile_edited',
  'auth.session_ended',
  'auth.sessions_ended',
  'user.edited',
  'user.activated',
  'user.deactivated',
  'user.role_changed',
  'user.sessions_ended',
  'user.password_reset',
  'user.unlocked',
  'user.deleted',
  'agent.registered',
  'agent.edited',
  'agent.token_renewed',
  'agent.deleted',
  'agent.quarantined',
  'agent.released',
  'agent.command',
  'module.installed',
  'module.activated',
  'module.removed',
  'integration.connected',
  'integration.removed',
  'legal.changed',
])
export type AuditAction = z.infer<typeof auditAction>

/** Who or whom: the id, and the name as it was at the time (the thing may be gone by now). */
const party = z.object({ id: id.nullable(), name: z.string() })

export const auditEntry = z.object({
  _id: z.string(),
  at: instant,
  action: auditAction,
  /** Who did it; for a failed sign-in, the name that was typed. */
  actor: party,
  /** To whom or what, where that is not the actor. */
  target: party.nullable(),
  ip: z.string(),
  /** A few words more, e.g. `user → admin`; may be empty. */
  details: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const AUDIT_PAGE_MAX = 100

export const audit = {
  list: route({
    method: 'GET',
    path: '/api/v1/audit',
    access: 'admin',
    summary: 'Who did what to whom, newest first',
    query: z.object({
      /** How many, at most 100. */
      limit: z.coerce.number().int().min(1).max(AUDIT_PAGE_MAX).default(50),
      /** `next` of the page before; absent for the newest. */
      before: id.optional(),
      action: auditAction.optional(),
      /** Only what this account, or agent, did or what was done to it. */
      userId: id.optional(),
      /** Only what happened then or later. */
      from: instant.optional(),
      /** Only what happened before then. */
      to: instant.optional(),
    }),
    data: z.object({ entries: z.array(auditEntry), next: z.string().nullable() }),
  }),
}
