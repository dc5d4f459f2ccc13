import type { AuditEntry, AuditFilter } from '@atalaya/contract/audit'
import type { Actor } from '#server/domain/actors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { AuditListing, AuditRecord, AuditRepo } from './audit.repo.ts'
import { createAuditCsv } from './audit-csv.ts'
import { type AuditSearch, ENTRIES_PER_READ, filterEntries, matcherOf } from './audit-search.ts'

/** Maximum of reads for one call: bounds the work for a word that occurs nowhere. */
const READS_MAX = 40

type Needs = {
  repo: AuditRepo
  /**
   * Rate limit of an account's CSV files.
   * @throws AppError too_many beyond it
   */
  countDownload: (userId: string) => void
  now: () => number
}
type AuditPage = { entries: AuditEntry[]; next: string | null }

/** Records and lists actions. Writes inside a transaction use its `repos.audit` instead. */
export function createAudit({ repo, countDownload, now }: Needs) {
  const writeCsv = createAuditCsv(repo)
  return {
    record: (entry: AuditRecord): Promise<void> => repo.insert(now(), entry),

    /** Newest first. A search may return fewer than `limit` entries, even none; `next` continues it. */
    async list({ query, about, limit, before, ...filter }: AuditListing & AuditSearch): Promise<AuditPage> {
      const matches = matcherOf({ query, about })
      const size = matches ? ENTRIES_PER_READ : limit + 1
      const found: AuditEntry[] = []
      let cursor = before
      for (let readCount = 0; readCount < READS_MAX; readCount += 1) {
        const window = await repo.list({ ...filter, limit: size, before: cursor })
        // Waits here, since several reads may end in one turn of the event loop.
        if (matches) await waitForFreeTurn()
        found.push(...filterEntries(window, matches))
        if (found.length > limit) return pageOf(found.slice(0, limit), found[limit - 1]?._id)
        cursor = window.at(-1)?._id
        if (window.length < size) return pageOf(found, undefined)
      }
      return pageOf(found, cursor)
    },

    /** @throws AppError too_many before the first line */
    csv(actor: Actor, filter: AuditFilter): AsyncGenerator<string> {
      countDownload(actor.userId)
      return writeCsv(filter)
    },
  }
}
export type Audit = ReturnType<typeof createAudit>

const pageOf = (entries: AuditEntry[], next: string | undefined): AuditPage => ({ entries, next: next ?? null })
