import type { AuditEntry } from '@atalaya/contract/audit'
import { auditTexts } from '@atalaya/contract/audit-actions'
import { type AuditAbout, isAbout } from '@atalaya/contract/audit-topics'
import { foldForSearch } from '@atalaya/format/folded'

/** Entries read at once: few, so that other requests get their turn in between. */
export const ENTRIES_PER_READ = 250

export type AuditSearch = { query?: string | undefined; about?: AuditAbout | undefined }

/** Test of an entry for a search; null if every entry passes. */
export function matcherOf({ query = '', about }: AuditSearch): ((entry: AuditEntry) => boolean) | null {
  const words = foldForSearch(query).match(/\S+/g) ?? []
  if (words.length === 0 && !about) return null
  return (entry) => (!about || isAbout(entry.action, about)) && containsWords(entry, words)
}

export const filterEntries = (entries: AuditEntry[], matches: ReturnType<typeof matcherOf>) =>
  matches ? entries.filter(matches) : entries

/** True if every word occurs in the visible text of an entry. */
function containsWords({ actor, action, target, details, ip }: AuditEntry, words: string[]): boolean {
  if (words.length === 0) return true
  const text = foldForSearch([actor.name, auditTexts[action], target?.name ?? '', details, ip].join('\n'))
  return words.every((word) => text.includes(word))
}
