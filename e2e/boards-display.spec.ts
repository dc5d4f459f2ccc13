import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { installPackage } from '@atalaya/testbed/install-package'
import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { activateNewWorker, isCachedOn } from './cached.ts'
import { fault } from './fault.ts'
import { test as base, expect } from './fixtures.ts'
import { builtArchive } from './modules.ts'
import { startProxy } from './proxy.ts'

/** The product behind a proxy that can go offline; the signed-in account has one page there. */
const test = base.extend<{ serverProxy: Awaited<ReturnType<typeof startProxy>> }>({
  serverProxy: async ({ server, member }, use) => {
    const serverProxy = await startProxy(server.url)
    const boards = boardsOf(server.url, member.tokens.accessToken)
    await boards.put(await boards.make('Hall'), [0, 0, 2, 2], 'Beside the door')
    await use(serverProxy)
    await serverProxy.close()
  },
  baseURL: ({ serverProxy }, use) => use(serverProxy.url),
})

test.use({ serviceWorkers: 'allow' })

const widgetOf = (page: Page) => page.getByRole('article', { name: 'Agent' })
const ageOn = (page: Page) => page.getByText(/^as of \d\d:\d\d$/)

const isCached = (page: Page) => isCachedOn(page, '/display-memory', 'widget-agent')

/** Clears the HTTP cache, as in a freshly started browser. Only stored data stay. */
async function forgetHttpCache(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** Versions of the client on the page, by every script and style that it has loaded. */
const versionsOn = (page: Page) =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const files = loaded.filter((name) => /\/assets\/.*\.(js|css)$/.test(name))
    return [...new Set(files.map((name) => (name.includes('.new.') ? 'new' : 'old')))]
  })

test.describe('a display', () => {
  test.beforeEach(async ({ signIn, member }) => signIn(member))

  const withoutServer = fault(
    'A display is switched on while the server is away, its HTTP cache is empty, and it was open for a moment once',
    'It shows what it last had and says how old that is; it goes on by itself when the server is back',
    'So in Chromium, by `e2e/boards-display.spec.ts`',
  )
  test(
    'opens without its server after one visit, shows the age of its data, and continues by itself',
    withoutServer,
    async ({ page, context, serverProxy, server, member }) => {
      await page.goto('/client')
      await expect.poll(() => isCached(page)).toBe(true)
      await serverProxy.goOffline()
      await page.close()

      const booted = await context.newPage()
      await forgetHttpCache(booted)
      await booted.goto('/client')
      await expect(widgetOf(booted)).toContainText('may no longer see it')
      await expect(ageOn(booted)).toBeVisible()
      await booted.reload()
      await expect(widgetOf(booted)).toBeVisible()

      await serverProxy.goOnline()
      await expect(ageOn(booted)).toBeHidden()
      await boardsOf(server.url, member.tokens.accessToken).make('New since')
      await expect(booted.locator('li[aria-label="New since"]')).toBeAttached()
    },
  )

  const newVersion = fault(
    'The server hands out a new version of the client, and goes away before, while and after the display takes it',
    'Each load runs the files of one version, whole; a page that is open goes on from its own files',
    'So in Chromium, by `e2e/boards-display.spec.ts`',
  )
  test(
    'runs one complete version of the program through any change of versions',
    newVersion,
    async ({ page, serverProxy }) => {
      await page.goto('/client')
      await expect.poll(() => isCached(page)).toBe(true)

      // The server has a new version, and is away again, before the display has checked for one.
      await serverProxy.goOffline()
      serverProxy.serveVersion('new')
      await forgetHttpCache(page)
      await page.reload()
      await expect(widgetOf(page)).toBeVisible()
      expect(await versionsOn(page)).toEqual(['old'])

      await activateNewWorker(page)
      await serverProxy.goOnline()
      const readCachedClient = () =>
        page.evaluate(() => caches.match('/client', { ignoreVary: true }).then((kept) => kept?.text()))
      await expect.poll(readCachedClient, { timeout: 40_000 }).toContain('.new.js')
      // The running version goes on with its own files, though the server has them no more.
      await forgetHttpCache(page)
      await page.getByRole('button', { name: 'Display menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'Toggle Fullscreen' })).toBeVisible()
      expect(await versionsOn(page)).toEqual(['old'])

      await serverProxy.goOffline()
      await forgetHttpCache(page)
      await page.goto('/client')
      await expect(widgetOf(page)).toBeVisible()
      expect(await versionsOn(page)).toEqual(['new'])
    },
  )

  test.describe('with a module from a package', () => {
    // Removes the fixtures' extra header, which would make requests for the frame's files need a preflight.
    test.use({ extraHTTPHeaders: {} })

    const withModule = fault(
      'A module from a package starts while the server is away',
      'It says so, and starts when the server is back',
      'So before and after it was given up, by `e2e/boards-display.spec.ts`',
    )
    test(
      'starts the module when the server is back, even if the display had given it up',
      withModule,
      async ({ page, serverProxy, server, admin, member }) => {
        await installPackage(server.url, admin.tokens.accessToken, await builtArchive('world-clock', {}))
        const boards = boardsOf(server.url, member.tokens.accessToken)
        const [board] = await boards.read()
        const body = { meta: { id: 'world-clock' }, config: {} }
        await apiOf(server.url, member.tokens.accessToken)(dashboard.install, {
          params: { id: board?._id ?? '' },
          body,
        })
        const clock = page.getByRole('article', { name: 'World clock' })
        const inside = page.frameLocator('article[aria-label="World clock"] iframe').locator('#time')

        await page.goto('/client')
        await expect(inside).toHaveText(/\d/)
        await expect.poll(() => isCached(page)).toBe(true)
        await serverProxy.goOffline()
        await forgetHttpCache(page)
        await page.reload()
        await expect(ageOn(page)).toBeVisible()
        await serverProxy.goOnline()
        await expect(inside).toHaveText(/\d/)

        await serverProxy.goOffline()
        await page.clock.install()
        await page.reload()
        await expect(ageOn(page)).toBeVisible()
        await expect(clock.locator('iframe')).toBeAttached()
        await page.clock.fastForward(15_000)
        await expect(clock.getByRole('alert')).toContainText('The server cannot be reached')
        await serverProxy.goOnline()
        await expect(inside).toHaveText(/\d/)
      },
    )
  })

  const staysEmpty = fault(
    "The program's files don't arrive, so that the page stays empty",
    'The page itself loads again after 15 s, then after 30 s, doubling up to 5 min',
    'The first two waits, and the start after them, by `e2e/boards-display.spec.ts`',
  )
  test('reloads an empty page by itself, and waits longer each time', staysEmpty, async ({ page }) => {
    // Time goes on when the test says so, however long the machine takes.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1_000)
    let loads = 0
    const isBroken = () => loads < 3
    await page.route('**/assets/index-*.js', (route) => (isBroken() ? route.abort() : route.continue()))
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
    })
    await page.goto('/client')
    await page.clock.runFor(14_000)
    expect(loads).toBe(1)
    const loadedAgain = page.waitForEvent('load')
    await page.clock.runFor(1_000)
    await loadedAgain
    await page.clock.runFor(29_000)
    expect(loads).toBe(2)
    await page.clock.runFor(1_000)
    await expect.poll(() => loads).toBe(3)
    await page.clock.resume()
    await expect(widgetOf(page)).toBeVisible()
  })
})
