import type { CompiledQuery } from 'kysely'
import { isLongRead } from './long-reads.ts'

/** Called after a commit that may have changed a table; null if it may be any. */
export type OnWrite = (table: string | null) => void

/** The table that a statement changes; null if unknown, undefined if it only reads. */
export function changedTable(query: CompiledQuery): string | null | undefined {
  if (query.query.kind === 'SelectQueryNode' || isLongRead(query) || isRead(query.sql)) return undefined
  return /^\s*(?:insert into|update|delete from) "?(\w+)"?/.exec(query.sql)?.[1] ?? null
}

/** Words of statements that write, also behind a `with`. A lock `for update` only reads. */
const WRITING = /\b(?:into|delete\s+from|(?<!\bfor\s(?:no\s+key\s+)?)update)\b/i

/** True if a text of SQL only reads. */
const isRead = (text: string): boolean => /^\s*(?:select|with)\b/i.test(text) && !WRITING.test(text)
