import { randomUUID } from 'node:crypto'
import type { dashboard, Page } from '@atalaya/contract/dashboard'
import type { Input } from '@atalaya/contract/route'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isUniqueViolation } from '#server/db/violations.ts'
import type { Actor, Caller } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import { type Changes, noSuchPage } from './changes.ts'
import { listChanges, newPageFields, refuseTooMany } from './page-list.ts'
import type { PagesRepo } from './pages.repo.ts'
import { freeSlug, slugOf } from './slug.ts'

type Needs = {
  repo: PagesRepo
  tx: RunInTransaction<'audit' | 'pages' | 'trash'>
  changes: Changes
  live: Pick<Live, 'emit'>
  limits: Pick<RateLimits, 'spend'>
  now: () => number
}

/** The list of pages of an account: their names, their order, and the active one. */
export function createPagesService({ repo, tx, changes, live, limits, now }: Needs) {
  async function viewOrNotFound(wanted: Promise<Page | null>): Promise<Page> {
    const page = await wanted
    if (!page) throw noSuchPage()
    return changes.viewOf(page)
  }

  async function insert(
    by: Caller,
    input: Input<typeof dashboard.create>['body'],
    repos: Pick<Repos, 'audit' | 'pages'>,
  ) {
    const { userId } = by
    const pages = await repos.pages.listHeads(userId)
    refuseTooMany(pages)
    const { order, taken, isFirst } = newPageFields(pages)
    const { name, description = '', active = isFirst } = input
    const slug = input.slug ?? freeSlug(slugOf(name), taken)
    const id = randomUUID()
    const others = active ? await repos.pages.deactivateOthers(userId, id) : []
    await repos.pages.insert({ id, userId, name, slug, description, active, order, now: now() })
    await repos.audit.insert(now(), { action: 'page.created', by, target: { id, name } })
    return [id, ...others] as [string, ...string[]]
  }

  /** The caller's own pages, or those that a display shows; a few at a time. */
  async function* list({ userId, credential }: Pick<Actor, 'userId' | 'credential'>): AsyncGenerator<Page[]> {
    const shownIds = credential?.display?.pages
    const heads = await repo.listHeads(userId)
    const ids = heads.map(({ _id }) => _id).filter((id) => !shownIds || shownIds.has(id))
    for await (const pages of changes.readInBatches(userId, ids)) yield pages.map(changes.viewOf)
  }

  return {
    list,
    get: (userId: string, id: string): Promise<Page> => viewOrNotFound(repo.find(userId, { id })),
    bySlug: (userId: string, slug: string): Promise<Page> => viewOrNotFound(repo.find(userId, { slug })),
    async active(userId: string): Promise<Page | null> {
      const page = await repo.find(userId, { active: true })
      return page && changes.viewOf(page)
    },

    /** The first page is active by default. */
    async create(by: Caller, input: Input<typeof dashboard.create>['body']): Promise<Page> {
      limits.spend(listChanges, by.userId)
      return refuseTakenSlug(changes.ofList(by.userId, (repos) => insert(by, input, repos)))
    },

    async edit(by: Caller, id: string, fields: Input<typeof dashboard.edit>['body']): Promise<Page> {
      limits.spend(listChanges, by.userId)
      return refuseTakenSlug(
        changes.ofList(by.userId, async ({ pages, audit }) => {
          const { name } = await lockPage(pages, by.userId, id)
          const others = fields.active ? await pages.deactivateOthers(by.userId, id) : []
          await pages.update(id, fields)
          const [target, details] = [{ id, name: fields.name ?? name }, Object.keys(fields).join(', ')]
          await audit.insert(now(), { action: 'page.edited', by, target, details })
          return [id, ...others]
        }),
      )
    },

    async remove(by: Caller, id: string): Promise<void> {
      const { userId } = by
      limits.spend(listChanges, userId)
      await tx(async ({ pages, trash, audit }) => {
        await pages.lockList(userId)
        const { name } = await lockPage(pages, userId, id)
        await pages.markDeleted(id, now())
        await trash.purgeSurplus(userId)
        await audit.insert(now(), { action: 'page.deleted', by, target: { id, name } })
      })
      live.emit({ type: 'page.deleted', data: { _id: id } }, { userIds: [userId] })
    },

    async reorder(userId: string, items: Input<typeof dashboard.reorder>['body']['items']): Promise<void> {
      if (new Set(items.map((item) => item.id)).size < items.length) throw listedTwice()
      const [first, ...others] = items
      if (!first) return
      limits.spend(listChanges, userId)
      await changes.ofList(userId, async ({ pages }) => {
        for (const { id, order } of items) {
          if (!(await pages.raiseVersion(userId, id))) throw noSuchPage()
          await pages.update(id, { order })
        }
        return [first.id, ...others.map((item) => item.id)]
      })
    },
  }
}
export type PagesService = ReturnType<typeof createPagesService>

/** Finds a page and locks it until the end of the transaction. */
async function lockPage(pages: PagesRepo, userId: string, id: string): Promise<Page> {
  const page = (await pages.raiseVersion(userId, id)) && (await pages.find(userId, { id }))
  if (!page) throw noSuchPage()
  return page
}

/** Result of a change. @throws AppError conflict if another page has the slug. */
async function refuseTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'Another page has this slug', { code: 'dashboard.slug_taken' })
  }
}

const listedTwice = () => new AppError('bad_request', 'A page is listed twice', { code: 'dashboard.listed_twice' })
