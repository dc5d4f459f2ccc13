import type { Page } from '@atalaya/contract/dashboard'
import type { Repos, RunInTransaction } from '#server/db/repos.ts'
import type { Live } from '#server/events/live.ts'
import { AppError } from '#server/http/errors.ts'
import type { Catalogue } from '#server/modules/modules.service.ts'
import { maskedConfig } from './widget-configs.ts'

type Needs = { tx: RunInTransaction; live: Pick<Live, 'emit'>; catalogue: Catalogue }
type Changed = [first: string, ...others: string[]]

/** What every change of pages has in common: one at a time, all or nothing, told to the owner's screens. */
export function createChanges({ tx, live, catalogue }: Needs) {
  /**
   * Widgets without their secrets, and with their module's present metadata; the stored one only where the module has
   * left the catalogue.
   */
  const present = (page: Page): Page => ({
    ...page,
    modules: page.modules.map(({ meta, config, ...module }) => ({
      ...module,
      meta: catalogue.installed(meta.id) ?? meta,
      config: maskedConfig(config),
    })),
  })

  async function commit(userId: string, work: (repos: Repos) => Promise<Changed>): Promise<[Page, ...Page[]]> {
    const pages = await tx(async (repos) => {
      const [first, ...others] = await work(repos)
      const found = await repos.pages.list(userId, { ids: [first, ...others] })
      const main = found.find((page) => page._id === first)
      if (!main) throw noSuchPage()
      return [main, ...found.filter((page) => page._id !== first)] as const
    })
    const [main, ...others] = pages
    const answer: [Page, ...Page[]] = [present(main), ...others.map(present)]
    for (const page of answer) void live.emit({ type: 'page.updated', data: page }, { userIds: [userId] })
    return answer
  }

  return {
    present,

    /** A change of the account's list: which pages there are, their order, which is active. Answers the first page. */
    async ofList(userId: string, work: (repos: Repos) => Promise<Changed>): Promise<Page> {
      const [page] = await commit(userId, async (repos) => {
        await repos.pages.lockList(userId)
        return work(repos)
      })
      return page
    },

    /** A change of what is on one page; `work` gets the page as nobody else can change it until it is done. */
    async ofPage(userId: string, id: string, work: (page: Page, repos: Repos) => Promise<void>): Promise<Page> {
      const [page] = await commit(userId, async (repos) => {
        if (!(await repos.pages.touch(userId, id))) throw noSuchPage()
        const locked = await repos.pages.find(userId, { id })
        if (!locked) throw noSuchPage()
        await work(locked, repos)
        return [id]
      })
      return page
    },
  }
}
export type Changes = ReturnType<typeof createChanges>

/** Also the answer for a page of somebody else. */
export const noSuchPage = () => new AppError('not_found', 'There is no such page', { code: 'dashboard.page_not_found' })
