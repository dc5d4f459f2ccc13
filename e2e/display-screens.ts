import { type DisplayOrder, type DisplaySettings, displays } from '@atalaya/contract/displays'
import type { Args } from '@atalaya/contract/route'
import { apiOf } from '@atalaya/testbed/api'
import { readShortCode } from '@atalaya/testbed/waiting-screen'
import { expect, type Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { test as base } from './fixtures.ts'
import { startProxy } from './proxy.ts'

/** Text of an agent widget whose agent is missing. */
export const NO_AGENT_TEXT = 'may no longer see it'

type Pairing = Args<typeof displays.pair>['body']
type Recipients = Args<typeof displays.sendOrder>['body']['to']

type Owner = {
  ids: { hall: string; garden: string }
  /** Pairs the screen that shows a code; with both pages in its playlist by default. */
  pair: (screen: Page, fields?: Partial<Omit<Pairing, 'code'>>) => Promise<string>
  /** Gives an order to displays. Waits until a stream of events is open, so that the display under test gets it. */
  sendOrder: (to: string | Recipients, order: DisplayOrder) => Promise<unknown>
  set: (id: string, settings: Partial<DisplaySettings>) => Promise<unknown>
  remove: (id: string) => Promise<unknown>
}

/** The product behind a proxy that can go offline, and an account with two pages and its displays. */
export const test = base.extend<{ serverProxy: Awaited<ReturnType<typeof startProxy>>; owner: Owner }>({
  serverProxy: async ({ server }, use) => {
    const serverProxy = await startProxy(server.url)
    await use(serverProxy)
    await serverProxy.close()
  },
  baseURL: ({ serverProxy }, use) => use(serverProxy.url),
  serviceWorkers: 'allow',
  owner: async ({ server, member, serverProxy }, use) => {
    const token = member.tokens.accessToken
    const call = apiOf(server.url, token)
    const boards = boardsOf(server.url, token)
    const hall = await boards.make('Hall')
    await boards.put(hall, [0, 0, 4, 5], 'Beside the door')
    const garden = await boards.make('Garden')
    await boards.put(garden, [0, 0, 2, 2], 'Behind the house')
    const entries = [hall, garden].map(({ _id }) => ({ pageId: _id, seconds: 86_400, hours: null }))
    await use({
      ids: { hall: hall._id, garden: garden._id },
      async pair(screen, fields = {}) {
        const code = await readShortCode(screen)
        const body = { code, name: 'By the stairs', zone: 'Europe/Madrid', entries, ...fields }
        return (await call(displays.pair, { body })).display._id
      },
      async sendOrder(to, order) {
        await expect.poll(serverProxy.streams).toBeGreaterThan(0)
        return call(displays.sendOrder, { body: { to: typeof to === 'string' ? { displayIds: [to] } : to, order } })
      },
      async set(id, settings) {
        const { displays: all } = await call(displays.list, {})
        const before = all.find(({ _id }) => _id === id)?.settings
        if (!before) throw new Error('There is no such display')
        return call(displays.edit, { params: { id }, body: { settings: { ...before, ...settings } } })
      },
      remove: (id) => call(displays.remove, { params: { id } }),
    })
  },
})

/** The page of this name, only while it is on screen. */
export const shownPage = (page: Page, name: string) => page.locator(`li[aria-label="${name}"]:not([inert])`)
