import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { startProxy } from './proxy.ts'

/** The product behind a proxy that can go offline. */
const test = base.extend<{ serverProxy: Awaited<ReturnType<typeof startProxy>> }>({
  serverProxy: async ({ server }, use) => {
    const serverProxy = await startProxy(server.url)
    await use(serverProxy)
    await serverProxy.close()
  },
  baseURL: ({ serverProxy }, use) => use(serverProxy.url),
})

test.use({ serviceWorkers: 'allow' })

const AWAY = 'The server cannot be reached. Trying again…'
const bannerOn = (page: Page) => page.getByText(AWAY)
const inMenu = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })
/** A loss shows within five seconds: 1.5 s of silence, then 2.5 s for a ping. A busy machine takes longer. */
const SOON = { timeout: 20_000 }

/** Waits until the program is cached: its files load after the screen, at low priority. */
const waitForCachedProgram = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await caches.match('/client', { ignoreVary: true })) !== undefined), {
      timeout: 40_000,
    })
    .toBe(true)

/** Elements under the banner. */
const coveredBy = (page: Page) =>
  page.evaluate((text) => {
    const banner = [...document.querySelectorAll('p')].find((paragraph) => paragraph.textContent === text)
    if (!banner) return ['no banner']
    const { bottom } = banner.getBoundingClientRect()
    const inside = [...document.querySelectorAll('#root h1, #root button, #root a, #root input, [role=dialog]')]
    const shown = inside.filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
    return shown
      .filter((element) => element.getBoundingClientRect().top < bottom)
      .map((element) => element.outerHTML.slice(0, 100))
  }, AWAY)

const SCREENS = [
  ['/', 'main h2'],
  // One row: a table that just fills the window leaves no room for the banner.
  ['/admin/users?email=warden', 'main table'],
  ['/dashboard', 'main button'],
  ['/client', 'h1'],
] as const

/** Opens a screen, and waits for its content, not only its frame. Returns its height beyond the window's. */
async function open(page: Page, path: string, content: string): Promise<number> {
  await page.goto(path)
  await expect(page.locator(content).filter({ visible: true }).first()).toBeVisible()
  await page.waitForLoadState('load')
  // Waits for placeholders to go. The sign of an online agent (an svg) pulses forever.
  await expect(page.locator('.animate-pulse:not(svg)')).toHaveCount(0)
  return page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
}

/** Expects the banner, over nothing else. `surplusHeight` is what `open` returned for this screen. */
async function expectBanner(page: Page, surplusHeight: number): Promise<void> {
  await expect(bannerOn(page)).toBeVisible(SOON)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(bannerOn(page)).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  expect(await coveredBy(page)).toEqual([])
  // A screen that filled the window before still does.
  if (surplusHeight <= 0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
}

test('each screen reports that the server is away, in a banner that covers nothing @sizes', async ({
  page,
  context,
  serverProxy,
  admin,
  signIn,
}) => {
  const surplusHeight = await open(page, '/login', 'main button')
  await serverProxy.goOffline()
  await expectBanner(page, surplusHeight)
  await serverProxy.goOnline()
  await expect(bannerOn(page)).toBeHidden(SOON)

  await signIn(admin)
  const tabs = []
  for (const [path, content] of SCREENS) {
    const tab = await context.newPage()
    tabs.push({ path, tab, surplusHeight: await open(tab, path, content) })
  }
  await serverProxy.goOffline()
  for (const { path, tab, surplusHeight } of tabs) await test.step(path, () => expectBanner(tab, surplusHeight))
  await serverProxy.goOnline()
  for (const { tab } of tabs) await expect(bannerOn(tab)).toBeHidden(SOON)
})

test.describe('without a cached program, as over plain http', () => {
  test.use({ serviceWorkers: 'block' })
  test.beforeEach(async ({ page, admin, signIn }) => {
    await signIn(admin)
    await open(page, ...SCREENS[0])
  })

  test('a click while the server is away keeps the screen, which continues when it is back', async ({
    page,
    serverProxy,
  }) => {
    await serverProxy.goOffline()
    await inMenu(page, 'Users').click()
    await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    await expect(page).toHaveURL(`${serverProxy.url}/admin/users`)
    await expect(inMenu(page, 'Users')).toBeVisible()
    await serverProxy.goOnline()
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  })

  test('a click after an upgrade loads the new version', async ({ page, serverProxy }) => {
    serverProxy.serveVersion('new')
    await inMenu(page, 'Users').click()
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await expect(page.locator('script[src*=".new.js"]')).toBeAttached()
  })
})

test('every screen opens from the cached program, also after a reload without the server', async ({
  page,
  serverProxy,
  admin,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/')
  await waitForCachedProgram(page)
  await serverProxy.goOffline()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await inMenu(page, 'Marketplace').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible()
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await serverProxy.goOnline()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

/** Versions of the program that the browser keeps, by their files; `/client` is the page. */
const cachedPrograms = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('display-program-'))
    const files = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url)))
    return (await Promise.all(files)).map((urls) => urls.map(({ pathname }) => pathname))
  })

test('a new program leaves open pages the files of the one before, and nothing of earlier ones', async ({
  page,
  member,
  signIn,
}) => {
  await page.goto('/healthz')
  await page.evaluate(async () => {
    for (const version of ['first', 'second']) {
      const program = await caches.open(`display-program-${version}`)
      for (const file of ['/client', `/assets/${version}.js`]) await program.put(file, new Response(version))
    }
  })
  await signIn(member)
  await page.goto('/client')
  const versions = { timeout: 40_000 }
  await expect
    .poll(() => cachedPrograms(page), versions)
    .toEqual([['/assets/second.js'], expect.arrayContaining(['/client'])])
})

test('a page of a table that can not be loaded leaves the shown rows', async ({
  page,
  serverProxy,
  server,
  admin,
  signIn,
}) => {
  for (let n = 0; n < 11; n += 1) {
    const headers = { authorization: `Bearer ${admin.tokens.accessToken}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: `Machine ${n}` })
    await fetch(`${server.url}/api/v1/agents`, { method: 'POST', headers, body })
  }
  await signIn(admin)
  await page.goto('/admin/agents')
  const rows = page.getByRole('table', { name: 'Agents' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await serverProxy.goOffline()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await expect(rows).toHaveCount(11)
  await expect(page.getByText(/^Pages 2 of [2-9]/)).toBeVisible()
  await serverProxy.goOnline()
  await expect(page.getByText(/^\d+ results$/)).toBeVisible()
})
