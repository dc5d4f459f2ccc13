import { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'

/** Topic of an action, the part before the dot; `changes` is all but routine sign-ins, sign-outs and confirmations. */
export const auditAbout = z.enum([
  'changes',
  'auth',
  'token',
  'user',
  'factor',
  'agent',
  'page',
  'module',
  'theme',
  'integration',
  'legal',
  'server',
  'display',
  'alert',
])
export type AuditAbout = z.infer<typeof auditAbout>

export type AuditTopic = Exclude<AuditAbout, 'changes'>

/** Frequent actions that would hide everything else. Failed sign-ins are not among them. */
const ROUTINE: ReadonlySet<AuditAction> = new Set([
  ...(['auth.login', 'auth.logout', 'auth.qr_approved', 'auth.qr_login', 'auth.oidc_login'] as const),
  ...(['auth.confirmed', 'auth.factor_asked'] as const),
])

/** True if an action belongs to a topic. `changes` is all but routine sign-ins, sign-outs and confirmations. */
export const isAbout = (action: AuditAction, about: AuditAbout): boolean =>
  about === 'changes' ? !ROUTINE.has(action) : action.startsWith(`${about}.`)
