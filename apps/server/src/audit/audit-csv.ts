import { AUDIT_TABLE_MAX, type AuditEntry, type AuditFilter } from '@atalaya/contract/audit'
import { auditTexts } from '@atalaya/contract/audit-actions'
import { type Cell, csvLine } from '#server/domain/csv.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { AuditRepo } from './audit.repo.ts'
import { ENTRIES_PER_READ, filterEntries, matcherOf } from './audit-search.ts'

const COLUMNS: [title: string, cell: (entry: AuditEntry) => Cell][] = [
  ['When', ({ at }) => at],
  ['Who', ({ actor }) => actor.name],
  ['What', ({ action }) => auditTexts[action]],
  ['Whom', ({ target }) => target?.name],
  ['Details', ({ details }) => details],
  ['From', ({ ip }) => ip],
  ['Who ID', ({ actor }) => actor.id],
  ['Whom ID', ({ target }) => target?.id],
]

/** Last line of a CSV that leaves older entries out. */
const cutLine = (count: number) =>
  csvLine([`Older entries are left out: ${count} were looked at, the maximum. Choose earlier days for them.`])

/** The audit as CSV, newest first, a few hundred entries at a time. */
export function createAuditCsv(repo: Pick<AuditRepo, 'list'>, max = AUDIT_TABLE_MAX) {
  return async function* ({ query, about, ...filter }: AuditFilter): AsyncGenerator<string> {
    const matches = matcherOf({ query, about })
    let unsentHeader = csvLine(COLUMNS.map(([title]) => title))
    let before: string | undefined
    for (let readCount = 0; readCount < max; ) {
      // Reads one entry more than needed, to know whether older ones exist.
      const limit = Math.min(ENTRIES_PER_READ, max - readCount)
      const found = await repo.list({ ...filter, limit: limit + 1, before })
      // Waits here, since several reads may end in one turn of the event loop.
      await waitForFreeTurn()
      const window = found.slice(0, limit)
      yield unsentHeader +
        filterEntries(window, matches)
          .map((entry) => csvLine(COLUMNS.map(([, cell]) => cell(entry))))
          .join('')
      if (found.length <= limit) return
      unsentHeader = ''
      readCount += limit
      before = window.at(-1)?._id
    }
    yield cutLine(max)
  }
}
