import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { inReadingOrder } from '@atalaya/contract/grid'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { AppError } from '#server/domain/errors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { createInOrder } from '#server/domain/in-order.ts'
import type { Live } from '#server/events/live.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { PagesRepo } from './pages.repo.ts'
import type { WidgetConfigs } from './widget-configs.ts'

/** Repositories for changes of the list, and for changes of a page's widgets. */
type InList = 'audit' | 'pages' | 'trash' | 'widgets'
type InPage = 'audit' | 'pages' | 'photos' | 'storage' | 'widgets'

type Needs = {
  repo: Pick<PagesRepo, 'find' | 'listSome'>
  tx: RunInTransaction<InList | InPage>
  live: Pick<Live, 'emit'>
  catalogue: Catalogue
  configs: Pick<WidgetConfigs, 'mask'>
}
/** Ids of changed pages; the first one is the answer to the call. */
type ChangedIds = [first: string, ...others: string[]]
/** Maximum of cached pages: 40 MiB if each has 20 full widgets. */
const CACHED_MAX = 64

/** Pages read in one turn of the event loop: 2 MiB if each has 20 full widgets. */
const BATCH_SIZE = 3

type ChangeWidgets = (page: Page, repos: Pick<Repos, InPage>) => Promise<InstalledModule[]>

/** Common part of page changes: one at a time, in a transaction, and published to the owner's screens. */
export function createChanges({ repo, tx, live, catalogue, configs }: Needs) {
  /**
   * Page for clients: masks the secrets of its widgets, and adds their modules' current metadata. Falls back to the
   * stored metadata if the module has left the catalogue.
   */
  const viewOf = (page: Page): Page => ({
    ...page,
    modules: page.modules.map(({ meta, config, ...module }) => ({
      ...module,
      meta: catalogue.findMeta(meta.id) ?? meta,
      config: configs.mask(config),
    })),
  })

  function publish(userId: string, changed: Page): Page {
    const page = viewOf(changed)
    live.emit({ type: 'page.updated', data: page }, { userIds: [userId] })
    return page
  }

  async function read(userId: string, id: string): Promise<Page> {
    const page = await repo.find(userId, { id })
    if (!page) throw noSuchPage()
    return page
  }

  const cached = new Map<string, Page>()
  function addToCache(key: string, page: Page): void {
    const [oldest] = cached.keys()
    if (cached.size >= CACHED_MAX && oldest !== undefined) cached.delete(oldest)
    cached.set(key, page)
  }

  async function write(before: Page, work: ChangeWidgets): Promise<Page> {
    const { doesExist, modules } = await tx(async (repos) => {
      const doesExist = await repos.pages.raiseVersionFrom(before._id, before.version)
      return { doesExist, modules: await work(before, repos) }
    })
    // The result of the update can be read only after the commit.
    if (!doesExist()) throw noSuchPage()
    const sorted = modules.toSorted((a, b) => inReadingOrder(a.position, b.position))
    return { ...before, version: before.version + 1, modules: sorted }
  }

  const inOrder = createInOrder()
  async function changePage(userId: string, id: string, work: ChangeWidgets): Promise<Page> {
    const key = `${userId} ${id}`
    let before = cached.get(key) ?? (await read(userId, id))
    while (true) {
      cached.delete(key)
      try {
        const page = await write(before, work)
        addToCache(key, page)
        return publish(userId, page)
      } catch (error) {
        const latest = await read(userId, id)
        if (latest.version === before.version) throw error
        before = latest
      }
    }
  }

  /** Reads pages a few at a time, each time in a turn of the event loop without other long work. */
  async function* readInBatches(userId: string, ids: readonly string[]): AsyncGenerator<Page[]> {
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      await waitForFreeTurn()
      yield await repo.listSome(userId, ids.slice(start, start + BATCH_SIZE))
    }
  }

  return {
    viewOf,
    readInBatches,

    /**
     * Changes an account's list of pages: adds, removes or reorders pages, or activates one. Returns the first page.
     */
    async ofList(userId: string, work: (repos: Pick<Repos, InList>) => Promise<ChangedIds>): Promise<Page> {
      const { main, others } = await tx(async (repos) => {
        await repos.pages.lockList(userId)
        const [first, ...others] = await work(repos)
        const [main] = await repos.pages.listSome(userId, [first])
        if (!main) throw noSuchPage()
        return { main, others }
      })
      const answer = publish(userId, main)
      for await (const pages of readInBatches(userId, others)) for (const page of pages) publish(userId, page)
      return answer
    },

    /**
     * Changes the content of one page; `work` gets the cached page, and returns its new content. Changes of a page run
     * one after the other: a hundred at once would each read it again.
     *
     * Optimistic: starts from the cached page, and retries if another instance changed it first. So the transaction
     * reads nothing, and a page that changes often is not read each time.
     */
    ofPage: (userId: string, id: string, work: ChangeWidgets): Promise<Page> =>
      inOrder(`${userId} ${id}`, () => changePage(userId, id, work)),
  }
}
export type Changes = ReturnType<typeof createChanges>

/** Answer for an unknown page, and for a page of another account. */
export const noSuchPage = () => new AppError('not_found', 'There is no such page', { code: 'dashboard.page_not_found' })
