import { type AuditAction, auditAction } from '@atalaya/contract/audit-actions'
import { type AuditAbout, auditAbout } from '@atalaya/contract/audit-topics'
import { instantOf } from '@atalaya/format/instant'

/** Filters of the audit, as the URL has them. Days are `YYYY-MM-DD` in the reader's chosen time zone. */
export type AuditSearch = {
  /** Words that must all appear in an entry. */
  query?: string | undefined
  action?: AuditAction | undefined
  about?: AuditAbout | undefined
  /** Id of an account or agent. */
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

/** Maximum lengths on the server, in characters. */
export const QUERY_MAX = 200
const ID_MAX = 64

const DAY_MS = 86_400_000
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Start of a day in a time zone, or of the day `plusDays` later. Undefined if it is not a valid day. */
export function startOfDay(
  day: string | undefined,
  zone: string | undefined,
  { plusDays = 0 } = {},
): string | undefined {
  if (!day || !DAY_PATTERN.test(day)) return undefined
  const wall = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(wall) ? undefined : new Date(instantOf(wall + plusDays * DAY_MS, zone)).toISOString()
}

/** Reads the filters from the URL and ignores invalid ones. */
export function readAuditSearch(params: URLSearchParams): AuditSearch {
  const day = (name: string) => {
    const value = params.get(name) ?? undefined
    return startOfDay(value, undefined) && value
  }
  return {
    query: params.get('query')?.trim().slice(0, QUERY_MAX) || undefined,
    action: auditAction.safeParse(params.get('action')).data,
    about: auditAbout.safeParse(params.get('about')).data,
    who: params.get('who')?.slice(0, ID_MAX) || undefined,
    from: day('from'),
    to: day('to'),
  }
}

/** URL parameters of a search, without empty filters. */
export const auditParams = (search: AuditSearch) =>
  Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => Boolean(entry[1])))
