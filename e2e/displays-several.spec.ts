import type { Browser, Page } from '@playwright/test'
import { activateNewWorker, isCachedOn } from './cached.ts'
import { NO_AGENT_TEXT, shownPage, test } from './display-screens.ts'
import { expect } from './fixtures.ts'

const DAY_S = 86_400
const PANEL = { width: 1024, height: 600 }
const TV = { width: 1920, height: 1080 }

const dayLong = (...pageIds: string[]) => pageIds.map((pageId) => ({ pageId, seconds: DAY_S, hours: null }))

/** Opens screens that show a pairing code, each with separate cookies and storage. */
async function openScreens<const Sizes extends readonly (typeof PANEL)[]>(browser: Browser, sizes: Sizes) {
  const opened = sizes.map(async (viewport) => {
    const screen = await (await browser.newContext({ viewport })).newPage()
    await screen.goto('/display')
    return screen
  })
  return (await Promise.all(opened)) as { [at in keyof Sizes]: Page }
}

const alertOn = (screen: Page) => screen.getByRole('alert')

test('three screens follow separate orders and orders to a tag, and a removed one reports its removal @sizes', async ({
  page,
  browser,
  owner,
  member,
  signIn,
}) => {
  const [kitchen, hallway, club] = await openScreens(browser, [PANEL, { width: 600, height: 1024 }, TV])
  const { hall, garden } = owner.ids
  const kitchenId = await owner.pair(kitchen, { name: 'Kitchen', tags: ['home'] })
  const hallwayId = await owner.pair(hallway, { name: 'Hallway', tags: ['home'], entries: dayLong(garden, hall) })
  const clubId = await owner.pair(club, { name: 'Club', tags: ['club'] })
  await owner.set(clubId, { theme: 'dark', frame: false })
  await expect(shownPage(kitchen, 'Hall')).toContainText(NO_AGENT_TEXT)
  await expect(shownPage(hallway, 'Garden')).toContainText(NO_AGENT_TEXT)
  await expect(shownPage(club, 'Hall')).toContainText(NO_AGENT_TEXT)
  await expect(club.locator('html.dark')).toBeAttached()
  await expect(kitchen.locator('html.dark')).not.toBeAttached()

  await owner.sendOrder(kitchenId, { kind: 'next' })
  await expect(shownPage(kitchen, 'Garden')).toBeVisible()
  await owner.sendOrder(hallwayId, { kind: 'identify', code: 'H2' })
  await expect(alertOn(hallway)).toHaveText('H2Hallway')
  await owner.sendOrder({ tag: 'home' }, { kind: 'message', text: 'Dinner is ready', seconds: 600 })
  for (const screen of [kitchen, hallway]) await expect(alertOn(screen)).toHaveText('Dinner is ready')
  await owner.sendOrder({ tag: 'club' }, { kind: 'next' })
  await expect(shownPage(club, 'Garden')).toBeVisible()
  // The club carried out this order, so a message before it would have come. The others did not get the order.
  await expect(alertOn(club)).toHaveCount(0)
  await expect(shownPage(kitchen, 'Garden')).toBeVisible()
  await expect(shownPage(hallway, 'Garden')).toBeVisible()

  await signIn(member)
  await page.goto('/displays')
  await expect(page.getByText('3 displays, 3 online')).toBeVisible()
  await page.getByRole('link', { name: 'Kitchen' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(kitchen.getByRole('heading', { name: 'This display was removed' })).toBeVisible()
  await expect(page.getByText('2 displays, 2 online')).toBeVisible()
  await owner.sendOrder(hallwayId, { kind: 'message', text: 'Who is at the door?', seconds: 600 })
  await expect(alertOn(hallway)).toHaveText('Who is at the door?')
  await owner.sendOrder(clubId, { kind: 'previous' })
  await expect(shownPage(club, 'Hall')).toBeVisible()

  await kitchen.getByRole('button', { name: 'Pair again' }).click()
  await owner.pair(kitchen, { name: 'Kitchen' })
  await expect(shownPage(kitchen, 'Hall')).toContainText(NO_AGENT_TEXT)
  await expect(page.getByText('3 displays, 3 online')).toBeVisible()
})

/** First script of a screen, whose address tells the version. A locator survives a reload of the page. */
const firstScript = (screen: Page) => screen.locator('script[type=module]').first()
const NEW_VERSION = /\.new\.js/

test('a new version is loaded between two pages, and soon if there is only one page', async ({
  browser,
  owner,
  serverProxy,
}) => {
  test.setTimeout(180_000)
  const [twoPages, onePage] = await openScreens(browser, [PANEL, PANEL])
  const twoPagesId = await owner.pair(twoPages)
  await owner.pair(onePage, { entries: dayLong(owner.ids.hall) })
  for (const screen of [twoPages, onePage]) {
    await expect(shownPage(screen, 'Hall')).toContainText(NO_AGENT_TEXT)
    await expect.poll(() => isCachedOn(screen, '/own-display-memory')).toBe(true)
  }
  for (const screen of [twoPages, onePage]) await activateNewWorker(screen)
  await serverProxy.goOffline()
  serverProxy.serveVersion('new')
  for (const screen of [twoPages, onePage]) await expect(screen.getByText(/^as of \d\d:\d\d/)).toBeVisible()
  await serverProxy.goOnline()

  await expect(firstScript(onePage)).toHaveAttribute('src', NEW_VERSION, { timeout: 120_000 })
  await expect(shownPage(onePage, 'Hall')).toContainText(NO_AGENT_TEXT)
  await expect(firstScript(twoPages)).not.toHaveAttribute('src', NEW_VERSION)
  // The moment at which the display finds a new version is not visible, so the order is repeated.
  await expect(async () => {
    await owner.sendOrder(twoPagesId, { kind: 'next' })
    await expect(firstScript(twoPages)).toHaveAttribute('src', NEW_VERSION, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})
