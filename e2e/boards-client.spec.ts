import { boardsOf, touchOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const slide = (name: string) => `li[aria-label="${name}"]`

test.describe('/client', () => {
  test('shows the active page first, and continues by arrow, dot and key @mobile @panel', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const [hall, office] = [await boards.make('Hall'), await boards.make('Office')]
    for (const name of ['Cellar', 'Garden', 'Attic']) await boards.make(name)
    await boards.put(hall, [0, 0, 2, 2], 'In the hall')
    await boards.put(office, [0, 0, 2, 2], 'In the office')
    await boards.activate(office)
    await signIn(member)
    await page.goto('/client')

    await expect(page.locator('li[aria-roledescription="slide"]').first()).toHaveAttribute('aria-label', 'Office')
    await expect(page.locator(slide('Office'))).toBeInViewport()
    const dots = page.getByRole('button', { name: /^Go to page/ })
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeDisabled()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(page.locator(slide('Office'))).toHaveAttribute('inert', '')
    await expect(page.locator('[aria-live=polite]', { hasText: 'Hall' })).toContainText('page 2 of 5')
    await page.keyboard.press('ArrowRight')
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
    await dots.first().click()
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
    await expect(page.locator(slide('Office'))).not.toHaveAttribute('inert')
  })

  test('with many pages the arrows stay, and a number replaces the dots @sizes', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    for (let number = 1; number <= 40; number += 1) await boards.make(`Page ${number}`)
    await signIn(member)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/client')
    await expect(page.getByText('1 / 40')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous page' })).toBeInViewport({ ratio: 1 })
    const next = page.getByRole('button', { name: 'Next page' })
    await expect(next).toBeInViewport({ ratio: 1 })
    await next.click()
    await expect(page.getByText('2 / 40')).toBeVisible()
  })

  test('shows one, two or three pages side by side, at most 80 % of the window high', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    for (const name of ['A', 'B', 'C', 'D']) await boards.put(await boards.make(name), [0, 0, 4, 5], name)
    await signIn(member)
    for (const [width, height, count] of [
      [390, 844, 1],
      [1024, 600, 1],
      [1440, 900, 2],
      [1920, 1080, 3],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/client')
      await expect(page.locator('li[aria-roledescription="slide"]:not([inert])')).toHaveCount(count)
      const box = await page.getByRole('article', { name: 'Agent' }).first().boundingBox()
      expect(box?.height).toBeLessThanOrEqual(height * 0.8)
      // One widget on each visible page, and one on the page to swipe to.
      await expect(page.locator('article[aria-label="Agent"]')).toHaveCount(count + 1)
    }
  })

  test('continues by a swipe @touch', async ({ page, member, signIn, server }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    for (const name of ['A', 'B', 'C', 'D']) await boards.make(name)
    await signIn(member)
    await page.goto('/client')
    await expect(page.getByRole('button', { name: 'Go to page 1' })).toHaveAttribute('aria-current', 'true')
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const finger = await touchOf(page)
    const at = (part: number) => ({ x: width * part, y: height / 2 })
    await finger('touchStart', at(0.8))
    for (const part of [0.7, 0.5, 0.3, 0.2]) await finger('touchMove', at(part))
    await finger('touchEnd')
    await expect(page.getByRole('button', { name: 'Go to page 2' })).toHaveAttribute('aria-current', 'true')
  })

  test('keeps its page after a reload, and shows a page that becomes active', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    for (const name of ['A', 'B', 'C', 'D', 'E']) await boards.make(name)
    await signIn(member)
    await page.goto('/client')
    await page.getByRole('button', { name: 'Go to page 2' }).click()
    await expect(page).toHaveURL(/\?page=/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Go to page 2' })).toHaveAttribute('aria-current', 'true')
    const [, , , , last] = await boards.read()
    if (last) await boards.activate(last)
    await expect(page.locator('li[aria-roledescription="slide"]').first()).toHaveAttribute('aria-label', 'E')
    await expect(page.getByRole('button', { name: 'Go to page 1' })).toHaveAttribute('aria-current', 'true')
  })
})

test.describe('the layout of a display', () => {
  test('greets, shows the time and the date in Spanish, and has its menu @panel @sizes', async ({
    page,
    newAccount,
    signIn,
    expectAccessible,
  }) => {
    const ada = await newAccount({ name: 'Ada', surname: 'Lovelace' })
    await page.clock.setFixedTime(new Date('2026-11-21T08:05:00+01:00'))
    await signIn(ada)
    await page.goto('/client')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Good morning, ${ada.user.username}`)
    await expect(page.getByText('08:05', { exact: true })).toBeVisible()
    await expect(page.getByText('sábado, 21 de noviembre de 2026')).toBeAttached()
    const menu = page.getByRole('button', { name: 'AL Display menu' })
    await expect(menu).toHaveText('AL')
    await expectAccessible()
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Reload Page' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Toggle Fullscreen' }).click()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)

    await page.evaluate(() => Object.assign(globalThis, { isOld: true }))
    await menu.click()
    await page.getByRole('menuitem', { name: 'Reload Page' }).click()
    await expect.poll(() => page.evaluate(() => 'isOld' in globalThis)).toBe(false)
    await expect(menu).toBeVisible()
  })

  test('keeps the screen on while it is in sight', async ({ page, member, signIn }) => {
    // Chromium grants no lock without a screen; the request counts.
    await page.addInitScript(() => {
      const requests: string[] = []
      const sentinel = { release: async () => void requests.push('released') }
      const wakeLock = { request: async (type: string) => requests.push(type) && sentinel }
      Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
      Object.assign(globalThis, { requests })
    })
    const requestsOfPage = () => page.evaluate(() => (globalThis as unknown as { requests: string[] }).requests)
    const setVisibility = (state: DocumentVisibilityState) =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await signIn(member)
    await page.goto('/client')
    await expect.poll(requestsOfPage).toEqual(['screen'])
    // A browser takes the lock back from a page that is out of sight.
    await setVisibility('hidden')
    await setVisibility('visible')
    await expect.poll(requestsOfPage).toEqual(['screen', 'screen'])
    // Signed out in another tab.
    const other = await page.context().newPage()
    await other.goto('/favicon.svg')
    await other.evaluate(() => localStorage.clear())
    await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
    await expect.poll(requestsOfPage).toEqual(['screen', 'screen', 'released'])
  })

  test('shows a black clock after five minutes without activity @panel @sizes', async ({
    page,
    member,
    signIn,
    expectAccessible,
  }) => {
    await page.clock.install({ time: new Date('2026-11-21T10:00:00+01:00') })
    await signIn(member)
    await page.goto('/client')
    await expect(page.getByText('Visit the website to configure your dashboards.')).toBeVisible()
    await page.clock.fastForward(285_000)
    await expect(page.getByText('Visit the website to configure your dashboards.')).toBeVisible()
    await page.clock.fastForward(16_000)
    await expect(page.getByText('Visit the website to configure your dashboards.')).toBeHidden()
    await expect(page.getByText(/^10:05:\d\d$/)).toBeVisible()
    await expectAccessible()
    await page.mouse.move(100, 100)
    await page.keyboard.press('Shift')
    await expect(page.getByText('Visit the website to configure your dashboards.')).toBeVisible()
  })
})
