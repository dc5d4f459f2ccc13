import type { AuditEntry } from '@atalaya/contract/audit'
import type { AuditListing, AuditRecord, AuditRepo } from './audit.repo.ts'

type Needs = { repo: AuditRepo; now: () => number }

/** Who did what to whom. What is written inside a transaction goes through `repos.audit` there. */
export function createAudit({ repo, now }: Needs) {
  return {
    record: (entry: AuditRecord): Promise<void> => repo.insert(now(), entry),

    async list(listing: AuditListing): Promise<{ entries: AuditEntry[]; next: string | null }> {
      const found = await repo.list({ ...listing, limit: listing.limit + 1 })
      const entries = found.slice(0, listing.limit)
      return { entries, next: found.length > entries.length ? (entries.at(-1)?._id ?? null) : null }
    },
  }
}
export type Audit = ReturnType<typeof createAudit>
