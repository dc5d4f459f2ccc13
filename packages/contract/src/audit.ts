import { z } from 'zod'
import { auditAction } from './audit-actions.ts'
import { auditAbout } from './audit-topics.ts'
import { boundedText } from './bounded-text.ts'
import { resource, route } from './route.ts'
import { id, instant } from './scalars.ts'

/** A person or resource: the id, and the name at the time. It may be deleted by now. */
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
  /** Words in names, address, details or action, ignoring case. Searches 10,000 entries; `next` continues. */
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
    summary: 'Entries of the audit, newest first',
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
