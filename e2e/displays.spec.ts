import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { users } from '@atalaya/contract/users'
import { apiOf } from '@atalaya/testbed/api'
import { SHORT_CODE } from '@atalaya/testbed/waiting-screen'
import { isCachedOn } from './cached.ts'
import { NO_AGENT_TEXT, shownPage, test } from './display-screens.ts'
import { fault } from './fault.ts'
import { expect } from './fixtures.ts'
import { readQr } from './qr-picture.ts'

test('a screen becomes a display by its short code, is filled by its page, and follows orders @panel @sizes', async ({
  page,
  owner,
  baseURL,
  expectAccessibleInBothThemes,
}) => {
  await page.goto('/display')
  await expect(page).toHaveTitle('Display · Atalaya')
  await expect(page.getByText(SHORT_CODE)).toBeVisible()
  const picture = page.getByRole('img', { name: 'QR code to make this screen a display' })
  expect(await readQr(picture)).toMatch(new RegExp(`^${baseURL}/displays\\?pair=[\\w-]+$`))
  await expectAccessibleInBothThemes()

  const id = await owner.pair(page)
  await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
  const box = await shownPage(page, 'Hall').boundingBox()
  const size = page.viewportSize()
  expect(box?.width).toBe(size?.width)
  expect(box?.height).toBeGreaterThan((size?.height ?? 0) * 0.8)
  await expectAccessibleInBothThemes()

  await owner.sendOrder(id, { kind: 'next' })
  await expect(shownPage(page, 'Garden')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(shownPage(page, 'Hall')).toBeVisible()
  await owner.sendOrder(id, { kind: 'identify', code: 'K7' })
  await expect(page.getByRole('alert')).toHaveText('K7By the stairs')
  await owner.sendOrder(id, { kind: 'message', text: 'Dinner is ready', seconds: 3 })
  await expect(page.getByRole('alert')).toHaveText('Dinner is ready')
  await expect(page.getByRole('alert')).toBeHidden()
  await owner.sendOrder(id, { kind: 'page', pageId: owner.ids.garden, minutes: 10 })
  await expect(shownPage(page, 'Garden')).toBeVisible()
})

test('a picture turned by 90 degrees fills the window, off is black, and a display without pages says so @sizes', async ({
  page,
  owner,
  server,
  member,
}) => {
  await page.goto('/display')
  const id = await owner.pair(page)
  await owner.set(id, { turned: 90, frame: false, theme: 'dark' })
  await expect(page.locator('html.dark')).toBeAttached()
  await expect.poll(() => shownPage(page, 'Hall').boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })

  const call = apiOf(server.url, member.tokens.accessToken)
  const setPlaylist = (entries: { pageId: string | null; seconds: number; hours: null }[]) =>
    call(displays.edit, { params: { id }, body: { entries } })
  await setPlaylist([{ pageId: null, seconds: 30, hours: null }])
  const off = page.getByRole('main', { name: 'Off' })
  await expect(off).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await expect.poll(() => off.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  await setPlaylist([])
  await expect(page.getByText('Nothing to show: choose pages at')).toBeVisible()
  await setPlaylist([{ pageId: owner.ids.garden, seconds: 30, hours: null }])
  await expect(shownPage(page, 'Garden')).toBeVisible()
  await call(dashboard.remove, { params: { id: owner.ids.garden } })
  await expect(page.getByText('Nothing to show: choose pages at')).toBeVisible()
})

/** Makes room on a full page, and puts a list with one thing to do there. */
async function putTodo(call: ReturnType<typeof apiOf>, pageId: string, text: string): Promise<void> {
  const { page } = await call(dashboard.get, { params: { id: pageId } })
  for (const { _id } of page.modules) {
    const body = { position: { x: 0, y: 0, w: 4, h: 3 } }
    await call(dashboard.editModule, { params: { id: pageId, moduleId: _id }, body })
  }
  const body = { meta: { id: 'todo' }, position: { x: 0, y: 3, w: 4, h: 2 } }
  const { module } = await call(dashboard.install, { params: { id: pageId }, body })
  const value = { items: [{ id: 'first', text, done: false }] }
  await call(moduleRequests.writeStorage, { params: { widgetId: module._id }, body: { value } })
}

test.describe('a display', () => {
  test('reports that it was removed, can be paired again, and keeps the session', async ({
    page,
    owner,
    member,
    signIn,
  }) => {
    await signIn(member)
    await page.goto('/display')
    const id = await owner.pair(page)
    await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
    await owner.sendOrder(id, { kind: 'next' })
    await expect(shownPage(page, 'Garden')).toBeVisible()
    await owner.remove(id)
    await expect(page.getByRole('heading', { name: 'This display was removed' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('display_credential'))).toBeNull()
    await page.getByRole('button', { name: 'Pair again' }).click()
    await owner.pair(page)
    await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/ })).toBeVisible()
  })

  test('pauses within seconds when its account is blocked, and comes back by itself with its pairing', async ({
    page,
    owner,
    server,
    admin,
    member,
    expectAccessibleInBothThemes,
  }) => {
    await page.clock.install()
    await page.goto('/display')
    await owner.pair(page)
    await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
    const call = apiOf(server.url, admin.tokens.accessToken)
    const setAccess = (isActive: boolean) =>
      call(users.setStatus, { params: { id: member.user._id }, body: { isActive } })
    await setAccess(false)
    await expect(page.getByRole('heading', { name: 'This display is paused' })).toBeVisible()
    await expectAccessibleInBothThemes()
    await setAccess(true)
    await page.clock.fastForward('01:01')
    await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
  })

  const withoutServer = fault(
    'A display is reloaded while the server is away, its HTTP cache is empty',
    'It shows what it last had, says how old that is, and goes on by itself when the server is back',
    'So in Chromium, by `e2e/displays.spec.ts`',
  )
  test(
    'shows its last page after a reload without its server, and continues by itself',
    withoutServer,
    async ({ page, owner, serverProxy, server, member }) => {
      await putTodo(apiOf(server.url, member.tokens.accessToken), owner.ids.hall, 'Milk')
      await page.goto('/display')
      const id = await owner.pair(page)
      await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
      await expect.poll(() => isCachedOn(page, '/own-display-memory', 'Milk')).toBe(true)
      await serverProxy.goOffline()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.clearBrowserCache')
      await page.reload()
      await expect(shownPage(page, 'Hall')).toContainText(NO_AGENT_TEXT)
      await expect(page.getByRole('article', { name: 'To-do' })).toContainText('Milk')
      await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible()
      await serverProxy.goOnline()
      await expect(page.getByText(/^as of \d\d:\d\d/)).toBeHidden()
      await owner.sendOrder(id, { kind: 'next' })
      await expect(shownPage(page, 'Garden')).toBeVisible()
    },
  )

  const stoodStill = fault(
    'A display is no longer drawn, though its program runs',
    'The page itself reloads it after a minute, three times, then shows a plain clock and tries on',
    'The first minute, and the clock, by `e2e/displays.spec.ts`',
  )
  test('reloads a frozen page by itself, and finally shows a plain clock', stoodStill, async ({ page }) => {
    await page.clock.install()
    await page.goto('/display')
    await expect(page.getByText(SHORT_CODE)).toBeVisible()
    await page.clock.runFor(10_000)
    const freeze = () =>
      page.evaluate(() => {
        window.requestAnimationFrame = () => 0
      })
    for (let time = 1; time <= 3; time += 1) {
      await freeze()
      const loaded = page.waitForEvent('load')
      await page.clock.runFor(75_000)
      await loaded
    }
    await freeze()
    await page.clock.runFor(75_000)
    await expect(page.locator('#stand-in')).toHaveText(/\d/)
    // The screen keeps retrying: once the program responds, the clock goes.
    const loaded = page.waitForEvent('load')
    await page.clock.runFor(300_000)
    await loaded
    await expect(page.getByText(SHORT_CODE)).toBeVisible()
    await expect(page.locator('#stand-in')).toBeHidden()
  })
})
