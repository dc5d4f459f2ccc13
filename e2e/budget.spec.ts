import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { apiOf } from '@atalaya/testbed/api'
import type { Page, Response } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const KB = 1024
/** A bare React + router + form page has 68.1 KB, which `bench/web.bench.ts` builds and measures. */
const SIGN_IN_MAX = 85 * KB
/** With live events. Toasts and the account menu load at the first interaction, so they do not count. */
const HOME_MAX = 150 * KB
/** Budget of a display without modules; it has no router. Names of its files alone change the sum by some 50 bytes. */
const DISPLAY_MAX = 123 * KB
const CHUNK_MAX = 120 * KB
/** Budgets of twenty different modules beyond the display itself, of one module, and of the module with a parser. */
const WIDGETS_MAX = 60 * KB
const WIDGET_MAX = 12 * KB
const PARSER_MAX = 30 * KB
/** Files of the twenty modules, and those that some of them share. */
const WIDGETS_FILES = 30
/** Each file is a request. Includes the script of the theme, not that of the worker, which comes later. */
const SIGN_IN_FILES = 10
const SCREEN_FILES = 20
const SHIFT_MAX = 0.02

/** Counts the compressed bytes of every script that a page is sent. `modules` holds those of modules, largest first. */
function countScripts(page: Page) {
  const sent: Promise<{ url: string; size: number }>[] = []
  const count = (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response.request().sizes()
    sent.push(size.then(({ responseBodySize }) => ({ url: response.url(), size: responseBodySize })))
  }
  page.on('response', count)
  return async () => {
    page.off('response', count)
    const scripts = (await Promise.all(sent)).sort((a, b) => b.size - a.size)
    const total = scripts.reduce((sum, { size }) => sum + size, 0)
    const ofModules = scripts.filter(({ url }) => url.includes('/assets/src-'))
    const modules = ofModules.map(({ size }) => size)
    return { files: scripts.length, total, largest: scripts[0]?.size ?? 0, modules }
  }
}

/** Suppresses idle callbacks, so that scripts loaded when idle are never counted, however fast the machine. */
const neverIdle = (page: Page) => page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))

/** Layout shift of the page since it began to load. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Without shifts the observer is never called.
        requestAnimationFrame(() => setTimeout(() => resolve(0), 100))
      }),
  )

test.describe('scripts', () => {
  test('the sign-in page gets little more than React', async ({ page }) => {
    const scripts = countScripts(page)
    await page.goto('/login', { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    const { files, total } = await scripts()
    expect(files).toBeLessThanOrEqual(SIGN_IN_FILES)
    expect(total).toBeGreaterThan(50 * KB)
    expect(total).toBeLessThanOrEqual(SIGN_IN_MAX)
  })

  test('home gets at most 150 KB, in files of at most 120 KB', async ({ page, member, signIn }) => {
    await signIn(member)
    await neverIdle(page)
    const scripts = countScripts(page)
    // The live stream stays open, so the network is never idle. Its own script comes last.
    const last = page.waitForResponse(/\/assets\/live-/)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible()
    await (await last).finished()
    const { files, total, largest } = await scripts()
    expect(files).toBeLessThanOrEqual(SCREEN_FILES)
    expect(total).toBeGreaterThan(100 * KB)
    expect(total).toBeLessThanOrEqual(HOME_MAX)
    expect(largest).toBeLessThanOrEqual(CHUNK_MAX)
  })

  test('a display gets at most 123 KB, and no code of other screens', async ({ page, member, signIn, server }) => {
    await boardsOf(server.url, member.tokens.accessToken).make('Hall')
    await signIn(member)
    await neverIdle(page)
    const scripts = countScripts(page)
    await page.goto('/client')
    await expect(page.getByRole('listitem', { name: 'Hall' })).toBeVisible()
    const { files, total } = await scripts()
    expect(files).toBeLessThanOrEqual(SCREEN_FILES)
    expect(total).toBeGreaterThan(100 * KB)
    expect(total).toBeLessThanOrEqual(DISPLAY_MAX)
  })

  test('twenty different widgets add at most 60 KiB to a display, and request data at most once each', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const board = await boardsOf(server.url, member.tokens.accessToken).make('Everything')
    const call = apiOf(server.url, member.tokens.accessToken)
    const fitting = (await call(modules.list, {})).modules.filter(
      ({ minSize }) => minSize?.width === 1 && minSize.height === 1,
    )
    for (const [n, { id }] of fitting.slice(0, 20).entries()) {
      const position = { x: n % 4, y: Math.floor(n / 4), w: 1, h: 1 }
      await call(dashboard.install, { params: { id: board._id }, body: { meta: { id }, position } })
    }
    await signIn(member)
    await neverIdle(page)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/v1/modules/')) requests.push(pathname)
    })
    const scripts = countScripts(page)
    await page.goto('/client')
    // Each shows its own text once its code and its first data are there.
    const drawn = page.getByRole('article').filter({ hasText: /\S/, hasNotText: 'Loading...' })
    await expect(drawn).toHaveCount(20)
    const { files, total, modules: sizes } = await scripts()
    const [parser = 0, ...others] = sizes
    expect(files).toBeLessThanOrEqual(SCREEN_FILES + WIDGETS_FILES)
    expect(total).toBeLessThanOrEqual(DISPLAY_MAX + WIDGETS_MAX)
    expect(others.length).toBeGreaterThanOrEqual(19)
    expect(parser).toBeLessThanOrEqual(PARSER_MAX)
    expect(Math.max(...others)).toBeLessThanOrEqual(WIDGET_MAX)
    expect(requests.length).toBeGreaterThan(10)
    expect(requests.length).toBeLessThanOrEqual(20)
  })
})

test('a loading screen causes no layout shift @mobile @panel', async ({ page, admin, signIn, server }) => {
  const boards = boardsOf(server.url, admin.tokens.accessToken)
  await boards.put(await boards.make('Hall'), [0, 0, 2, 2], 'In the hall')
  const call = apiOf(server.url, admin.tokens.accessToken)
  for (let n = 0; n < 12; n++) await call(agents.register, { body: { name: `Machine ${n}` } })
  await signIn(admin)
  // Visits each screen once first: a browser remembers the number of alerts, and that a list is long enough for tools.
  await page.goto('/')
  await expect(page.getByText('Needs attention')).toBeVisible()
  for (const path of ['/agents', '/admin/agents']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Fullest disk' })).toBeVisible()
  }
  for (const [path, shown] of [
    ['/', page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })],
    ['/dashboard', page.getByRole('article', { name: 'Agent' })],
    ['/client', page.getByRole('article', { name: 'Agent' })],
    ['/marketplace', page.getByRole('article').first()],
    ['/admin/users', page.getByRole('table')],
    ['/admin/agents', page.getByRole('cell', { name: 'Machine' })],
    ['/agents', page.getByRole('heading', { name: 'Machine' })],
    ['/settings/appearance', page.getByRole('radio', { name: 'System' })],
  ] as const) {
    await page.goto(path)
    await expect(shown.first()).toBeVisible()
    expect(await layoutShift(page), path).toBeLessThan(SHIFT_MAX)
  }
})
