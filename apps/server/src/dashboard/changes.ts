import type { InstalledModule, Page } from '@atalaya/contract/dashboard'
import { inReadingOrder } from '@atalaya/contract/grid'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { isStale } from '#server/db/violations.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import type { PagesRepo } from './pages.repo.ts'
import type { WidgetConfigs } from './widget-configs.ts'

type Needs = {
  repo: Pick<PagesRepo, 'find'>
  tx: RunInTransaction
  live: Pick<Live, 'emit'>
  catalogue: Catalogue
  configs: Pick<WidgetConfigs, 'masked'>
}
type Changed = [first: string, ...others: string[]]
type ChangeWidgets = (page: Page, repos: Repos) => Promise<InstalledModule[]>

/** What every change of pages has in common: one at a time, all or nothing, told to the owner's screens. */
export function createChanges({ repo, tx, live, catalogue, configs }: Needs) {
  /**
   * Widgets without their secrets, and with their module's present metadata; the stored one only where the module has
   * left the catalogue.
   */
  const present = (page: Page): Page => ({
    ...page,
    modules: page.modules.map(({ meta, config, ...module }) => ({
      ...module,
      meta: catalogue.installed(meta.id) ?? meta,
      config: configs.masked(config),
    })),
  })

  function publish(userId: string, changed: Page): Page {
    const page = present(changed)
    live.emit({ type: 'page.updated', data: page }, { userIds: [userId] })
    return page
  }

  async function read(userId: string, id: string): Promise<Page> {
    const page = await repo.find(userId, { id })
    if (!page) throw noSuchPage()
    return page
  }

  async function write(seen: Page, work: ChangeWidgets): Promise<Page> {
    const modules = await tx(async (repos) => {
      await repos.pages.raise(seen._id, seen.version)
      return work(seen, repos)
    })
    const inOrder = modules.toSorted((a, b) => inReadingOrder(a.position, b.position))
    return { ...seen, version: seen.version + 1, modules: inOrder }
  }

  return {
    present,

    /** A change of the account's list: which pages there are, their order, which is active. Answers the first page. */
    async ofList(userId: string, work: (repos: Repos) => Promise<Changed>): Promise<Page> {
      const { main, others } = await tx(async (repos) => {
        await repos.pages.lockList(userId)
        const [first, ...more] = await work(repos)
        const found = await repos.pages.list(userId, { ids: [first, ...more] })
        const main = found.find((page) => page._id === first)
        if (!main) throw noSuchPage()
        return { main, others: found.filter((page) => page !== main) }
      })
      const answer = publish(userId, main)
      for (const page of others) publish(userId, page)
      return answer
    },

    /**
     * A change of what is on one page; `work` gets the page as it was read, and answers what is on it then. Where somebody
     * else was faster it is done again, so nobody waits for a page and the transaction needs no answer on its way.
     */
    async ofPage(userId: string, id: string, work: ChangeWidgets): Promise<Page> {
      for (let seen = await read(userId, id); ; ) {
        try {
          return publish(userId, await write(seen, work))
        } catch (error) {
          const now = isStale(error) ? await read(userId, id) : seen
          if (now.version === seen.version) throw error
          seen = now
        }
      }
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

/** Also the answer for a page of somebody else. */
export const noSuchPage = () => new AppError('not_found', 'There is no such page', { code: 'dashboard.page_not_found' })
