import { type AuditAction, auditAction } from '@atalaya/contract/audit-actions'
import { type AuditAbout, auditAbout } from '@atalaya/contract/audit-topics'

/** What the record is filtered by, as it stands in the address; days are `YYYY-MM-DD` where the reader is. */
export type AuditSearch = {
  /** Words that all stand in an entry. */
  query?: string | undefined
  action?: AuditAction | undefined
  about?: AuditAbout | undefined
  /** The id of an account or agent. */
  who?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const NO_SEARCH: AuditSearch = {
  query: undefined,
  action: undefined,
  about: undefined,
  who: undefined,
  from: undefined,
  to: undefined,
}

export const QUERY_MAX = 200

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The beginning of a day where the reader is; `plus` days later. Undefined for what is no day. */
export function startOfDay(day: string | undefined, plus = 0): string | undefined {
  if (!day || !DAY.test(day)) return undefined
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + plus)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** What is no filter is left out. */
export function readAuditSearch(params: URLSearchParams): AuditSearch {
  const day = (name: string) =>
    startOfDay(params.get(name) ?? undefined) ? (params.get(name) ?? undefined) : undefined
  return {
    query: params.get('query')?.trim().slice(0, QUERY_MAX) || undefined,
    action: auditAction.safeParse(params.get('action')).data,
    about: auditAbout.safeParse(params.get('about')).data,
    who: params.get('who')?.slice(0, 64) || undefined,
    from: day('from'),
    to: day('to'),
  }
}

/** The address of a search, without what is not filtered by. */
export const auditParams = (search: AuditSearch) =>
  Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])))
