import type { CompiledQuery } from 'kysely'
import { isAside } from './aside.ts'

/** Called after a commit that may have changed a table; null if it may be any. */
export type OnWrite = (table: string | null) => void

/** The table that a statement changes; null if unknown, undefined if it only reads. */
export function changedBy(query: CompiledQuery): string | null | undefined {
  if (query.query.kind === 'SelectQueryNode' || isAside(query)) return undefined
  return /^\s*(?:insert into|update|delete from) "?(\w+)"?/.exec(query.sql)?.[1] ?? null
}

/** True if a text of SQL only reads, also if `changedBy` can't parse it. */
export const isPlainRead = ({ sql }: CompiledQuery): boolean => /^\s*select\b/i.test(sql)
