import type { AuditEntry } from '@atalaya/contract/audit'
import { auditTexts } from '@atalaya/contract/audit-actions'
import { type AuditAbout, isAbout } from '@atalaya/contract/audit-topics'
import { foldForSearch } from '@atalaya/format/folded'

/** Entries read at once: few, so that other requests get their turn in between. */
export const WINDOW = 250

export type AuditSearch = { query?: string | undefined; about?: AuditAbout | undefined }

/** Test of an entry for a search; null if every entry passes. */
export function matcherOf({ query = '', about }: AuditSearch): ((entry: AuditEntry) => boolean) | null {
  const words = foldForSearch(query).match(/\S+/g) ?? []
  if (words.length === 0 && !about) return null
  return (entry) => (!about || isAbout(entry.action, about)) && has(entry, words)
}

export const passing = (entries: AuditEntry[], matches: ReturnType<typeof matcherOf>) =>
  matches ? entries.filter(matches) : entries

/** True if every word occurs in the visible text of an entry. */
function has({ actor, action, target, details, ip }: AuditEntry, words: string[]): boolean {
  if (words.length === 0) return true
  const text = foldForSearch([actor.name, auditTexts[action], target?.name ?? '', details, ip].join('\n'))
  return words.every((word) => text.includes(word))
}
