import type { Page } from '@atalaya/contract/dashboard'
import { type DeletedPage, TRASH_DAYS } from '@atalaya/contract/page-archive'
import type { RunInTransaction } from '#server/compose/repos.ts'
import type { Faults } from '#server/containment/faults.ts'
import { type Repeated, repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import { PAGES_PER_BATCH, ROWS_PER_BATCH } from '#server/db/in-parts.ts'
import type { Caller } from '#server/domain/actors.ts'
import { inParts } from '#server/domain/in-parts.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Changes } from './changes.ts'
import { noSuchPage } from './changes.ts'
import { listChanges, newPageFields, refuseTooMany } from './page-list.ts'
import { freeSlug } from './slug.ts'
import type { TrashedPage, TrashRepo } from './trash.repo.ts'

const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000
const SWEEP_EVERY_MS = 60 * 60_000

type Needs = {
  repo: TrashRepo
  tx: RunInTransaction<'audit' | 'trash'>
  changes: Changes
  limits: Pick<RateLimits, 'spend'>
  runExclusive: RunExclusive
  faults: Faults
  now: () => number
}

/** Deleted pages, kept for 30 days. */
export function createTrashService({ repo, tx, changes, limits, runExclusive, faults, now }: Needs) {
  const toDeletedPage = ({ id, name, description, modules, deletedAt }: TrashedPage): DeletedPage => ({
    _id: id,
    name,
    description,
    modules,
    deletedAt: new Date(deletedAt).toISOString(),
    keptUntil: new Date(deletedAt + TRASH_MS).toISOString(),
  })
  const isKept = ({ deletedAt }: TrashedPage) => deletedAt + TRASH_MS > now()

  /** Removes pages in parts, so that other changes wait for one part at most. Two concurrent calls are harmless. */
  async function drop(ids: string[]): Promise<void> {
    while (await tx(({ trash }) => trash.removePart(ids))) {}
  }

  async function sweep(): Promise<void> {
    const older = () => repo.listOlderThan(now() - TRASH_MS)
    for (let ids = await older(); ids.length > 0; ids = await older()) {
      for await (const some of inParts(ids, ROWS_PER_BATCH)) await repo.purgeAll(some)
    }
    for (let ids = await repo.listPurged(); ids.length > 0; ids = await repo.listPurged()) {
      for await (const some of inParts(ids, PAGES_PER_BATCH)) await drop(some)
    }
  }

  let job: Repeated | undefined

  return {
    async list(userId: string): Promise<DeletedPage[]> {
      return (await repo.list(userId)).filter(isKept).map(toDeletedPage)
    },

    /** Restores a page after the others, with another slug if its own is taken. */
    async restore(by: Caller, id: string): Promise<Page> {
      limits.spend(listChanges, by.userId)
      return changes.ofList(by.userId, async ({ pages, trash, audit }) => {
        const { userId } = by
        const page = (await trash.list(userId)).filter(isKept).find((page) => page.id === id)
        if (!page) throw noSuchPage()
        const present = await pages.listHeads(userId)
        refuseTooMany(present)
        const { order, taken, isFirst } = newPageFields(present)
        await trash.restore(id, { slug: freeSlug(page.slug, taken), order, active: isFirst })
        await audit.insert(now(), { action: 'page.restored', by, target: { id, name: page.name } })
        return [id]
      })
    },

    /** Removes a page for good. The next sweep finishes an interrupted removal. */
    async purge(by: Caller, id: string): Promise<void> {
      limits.spend(listChanges, by.userId)
      await tx(async ({ trash, audit }) => {
        const page = (await trash.list(by.userId)).find((page) => page.id === id)
        if (!page || !(await trash.purge(by.userId, id))) throw noSuchPage()
        await audit.insert(now(), { action: 'page.purged', by, target: { id, name: page.name } })
      })
      await drop([id])
    },

    sweep,
    start(): void {
      job = repeat(faults, SWEEP_EVERY_MS, () => runExclusive('trash', sweep))
    },
    stop: async (): Promise<void> => job?.stop(),
  }
}
export type TrashService = ReturnType<typeof createTrashService>
