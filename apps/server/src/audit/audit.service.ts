import { type AuditAbout, type AuditEntry, auditTexts } from '@atalaya/contract/audit'
import { isAbout } from '@atalaya/contract/audit-topics'
import { comparable } from '#server/domain/comparable.ts'
import { ownTurn } from '#server/domain/own-turn.ts'
import type { AuditListing, AuditRecord, AuditRepo } from './audit.repo.ts'

/**
 * A search reads so many entries at once, and so many times for one call: as much work for a word that is nowhere. Few at
 * once, so that others get their turn in between.
 */
const WINDOW = 250
const WINDOWS_MAX = 40

type Needs = { repo: AuditRepo; now: () => number }
type Search = { query?: string | undefined; about?: AuditAbout | undefined }
type Found = { entries: AuditEntry[]; next: string | null }

/** Who did what to whom. What is written inside a transaction goes through `repos.audit` there. */
export function createAudit({ repo, now }: Needs) {
  return {
    record: (entry: AuditRecord): Promise<void> => repo.insert(now(), entry),

    /** Newest first. A search may find less than the limit, or nothing, and yet have a `next` behind which it goes on. */
    async list({ query = '', about, limit, before, ...filter }: AuditListing & Search): Promise<Found> {
      const words = comparable(query).match(/\S+/g) ?? []
      const isMeant = (entry: AuditEntry) => (!about || isAbout(entry.action, about)) && has(entry, words)
      const size = words.length === 0 && !about ? limit + 1 : WINDOW
      const found: AuditEntry[] = []
      let last = before
      for (let windows = 0; windows < WINDOWS_MAX; windows += 1) {
        if (windows > 0) await ownTurn()
        const window = await repo.list({ ...filter, limit: size, before: last })
        found.push(...window.filter(isMeant))
        if (found.length > limit) return pageOf(found.slice(0, limit), found[limit - 1]?._id)
        last = window.at(-1)?._id
        if (window.length < size) return pageOf(found, undefined)
      }
      return pageOf(found, last)
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

const pageOf = (entries: AuditEntry[], next: string | undefined): Found => ({ entries, next: next ?? null })

/** Whether every word stands somewhere in what people see of an entry. */
function has({ actor, action, target, details, ip }: AuditEntry, words: string[]): boolean {
  if (words.length === 0) return true
  const text = comparable([actor.name, auditTexts[action], target?.name ?? '', details, ip].join('\n'))
  return words.every((word) => text.includes(word))
}
