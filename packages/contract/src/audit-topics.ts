import type { AuditAbout, AuditAction } from './audit.ts'

export type AuditTopic = Exclude<AuditAbout, 'changes'>

/** Signs of everyday life, of which there are so many that the rest drowns in them. */
const SIGN_INS: ReadonlySet<AuditAction> = new Set([
  ...(['auth.login', 'auth.logout', 'auth.qr_approved', 'auth.qr_login', 'auth.oidc_login'] as const),
  ...(['auth.confirmed', 'auth.factor_asked'] as const),
])

/** Whether an action is about a topic; or about `changes`, which is all but sign-ins that went well. */
export const isAbout = (action: AuditAction, about: AuditAbout): boolean =>
  about === 'changes' ? !SIGN_INS.has(action) : action.startsWith(`${about}.`)
