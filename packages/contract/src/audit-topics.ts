import type { AuditAbout, AuditAction } from './audit.ts'

export type AuditTopic = Exclude<AuditAbout, 'changes'>

/** Routine sign-ins, so many that they hide everything else. */
const SIGN_INS: ReadonlySet<AuditAction> = new Set([
  ...(['auth.login', 'auth.logout', 'auth.qr_approved', 'auth.qr_login', 'auth.oidc_login'] as const),
  ...(['auth.confirmed', 'auth.factor_asked'] as const),
])

/** True if an action belongs to a topic. `changes` is every action but a successful sign-in. */
export const isAbout = (action: AuditAction, about: AuditAbout): boolean =>
  about === 'changes' ? !SIGN_INS.has(action) : action.startsWith(`${about}.`)
