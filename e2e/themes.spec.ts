import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { themes } from '@atalaya/contract/themes'
import { apiOf } from '@atalaya/testbed/api'
import { installPackage } from '@atalaya/testbed/install-package'
import type { Frame, Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { shownPage, test } from './display-screens.ts'
import { expect } from './fixtures.ts'
import { LONG } from './long.ts'
import { builtArchive, FRAME_TIMEOUT } from './modules.ts'

// Removes the fixtures' extra header, which would make requests for the frame's files need a preflight.
test.use({ extraHTTPHeaders: {} })

/** Pattern of the default colours: all others are written as #rrggbb. */
const DEFAULT_COLOUR = /^(ok)?lab|^oklch/
const SEA = '#f2f7f8'
const backgroundOf = (page: Page | Frame) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--background'))
const expectBackground = (page: Page | Frame, colour: string | RegExp) =>
  expect.poll(() => backgroundOf(page)).toMatch(colour)
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click()

/** Records the background when the document is parsed, which stands for the first paint. */
const recordFirstBackground = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const first = getComputedStyle(document.documentElement).getPropertyValue('--background')
      Object.assign(window, { first })
    }),
  )
const firstBackground = (page: Page) => page.evaluate(() => (window as { first?: string }).first)

test('chosen colours apply at once, in other tabs and from the first paint, until the user signs out', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await recordFirstBackground(page)
  await signIn(member)
  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: 'Atalaya', exact: true })).toBeChecked()
  expect(await backgroundOf(page)).toMatch(DEFAULT_COLOUR)
  const other = await context.newPage()
  // Handled after the choice, the first answer would remove the colours until the live event. The guide waits for it.
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Set up your watchtower' })).toBeVisible()
  await choose(page, 'Sea')
  await expectBackground(page, SEA)
  await expectBackground(other, SEA)
  await other.close()

  await page.goto('/')
  expect(await firstBackground(page)).toBe(SEA)
  await page.evaluate(() => localStorage.removeItem('colours'))
  await page.reload()
  expect(await firstBackground(page)).toMatch(DEFAULT_COLOUR)
  await expectBackground(page, SEA)

  await page.getByRole('button', { name: member.user.username }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expectBackground(page, DEFAULT_COLOUR)
})

test('a choice in another tab is shown even if it comes before this tab listens to events', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: 'Atalaya', exact: true })).toBeChecked()
  const other = await context.newPage()
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await other.route('**/assets/live-*', async (route) => {
    await released
    await route.continue()
  })
  const preferencesRead = other.waitForResponse(/\/preferences$/)
  await other.goto('/')
  await preferencesRead
  await choose(page, 'Sea')
  await expectBackground(page, SEA)
  release()
  await expect(other.getByRole('heading', { name: member.user.name })).toBeVisible()
  await other.waitForFunction(() => (window as { liveTabs?: { onEvent?: unknown } }).liveTabs?.onEvent !== undefined)
  await expectBackground(other, SEA)
  await expectBackground(page, SEA)
})

test('a replaced or removed theme takes effect at once, and stored values can not inject CSS', async ({
  page,
  admin,
  member,
  server,
  signIn,
}) => {
  const call = apiOf(server.url, admin.tokens.accessToken)
  const theme = { format: 1, id: 'walk', name: 'Walk', version: '1.0.0', dark: {} }
  const add = (background: string) =>
    call(themes.add, { body: { file: JSON.stringify({ ...theme, light: { background } }), replace: true } })
  await add('#fafafa')
  await signIn(member)
  await page.goto('/settings')
  await choose(page, 'Walk')
  await expectBackground(page, '#fafafa')
  await add('#fbfbfb')
  await expectBackground(page, '#fbfbfb')
  await call(themes.remove, { params: { id: 'walk' } })
  await expectBackground(page, DEFAULT_COLOUR)

  const odd = { light: { background: 'url(https://evil.test)', 'card;}body{display': '#000000' }, dark: null }
  await page.evaluate((text) => localStorage.setItem('colours', text), JSON.stringify(odd))
  await recordFirstBackground(page)
  await page.reload()
  expect(await firstBackground(page)).toMatch(DEFAULT_COLOUR)
  await expect(page.getByRole('heading', { name: 'Colours' })).toBeVisible()
})

test('a display and its modules in frames show the colours of the owner, or those of the display', async ({
  page,
  context,
  admin,
  member,
  owner,
  server,
  signIn,
}) => {
  test.setTimeout(120_000)
  await installPackage(server.url, admin.tokens.accessToken, await builtArchive('world-clock', { id: 'themed-clock' }))
  const call = apiOf(server.url, member.tokens.accessToken)
  const board = await boardsOf(server.url, member.tokens.accessToken).make('Clocks')
  await call(dashboard.install, { params: { id: board._id }, body: { meta: { id: 'themed-clock' }, config: {} } })
  const wall = await context.newPage()
  await wall.goto('/display')
  const id = await owner.pair(wall, { entries: [{ pageId: board._id, seconds: 86_400, hours: null }] })
  await expect(shownPage(wall, 'Clocks')).toBeVisible()
  const clockFrame = () => wall.frames().find((frame) => frame.url().includes('themed-clock'))
  await expect.poll(clockFrame, FRAME_TIMEOUT).toBeTruthy()
  const expectInFrame = (colour: string | RegExp) =>
    expect.poll(async () => backgroundOf(clockFrame() as Frame), FRAME_TIMEOUT).toMatch(colour)
  await expectInFrame(DEFAULT_COLOUR)

  await signIn(member)
  await page.goto('/settings')
  await choose(page, 'Sea')
  await expectBackground(wall, SEA)
  await expectInFrame(SEA)
  await owner.set(id, { colours: 'heather' })
  await expectBackground(wall, '#f7f5f8')
  await expectInFrame('#f7f5f8')
  expect(await backgroundOf(page)).toBe(SEA)
  const { displays: all } = await call(displays.list, {})
  expect(all.find(({ _id }) => _id === id)?.settings.colours).toBe('heather')
})

// The server checks the contrasts of each theme when it is added, so one theme is enough here.
for (const name of LONG ? ['Sea', 'Heather', 'High contrast'] : ['Sea']) {
  test(`all text has enough contrast in ${name}, light and dark`, async ({
    page,
    context,
    member,
    owner,
    signIn,
    expectAccessibleInBothThemes,
  }) => {
    test.setTimeout(120_000)
    const wall = await context.newPage()
    await wall.goto('/display')
    await owner.pair(wall)
    await signIn(member)
    await page.goto('/settings')
    await choose(page, name)
    await expect.poll(() => backgroundOf(page)).not.toMatch(DEFAULT_COLOUR)
    await expectAccessibleInBothThemes()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
    await expectAccessibleInBothThemes()
    await expect.poll(() => backgroundOf(wall)).not.toMatch(DEFAULT_COLOUR)
    await expectAccessibleInBothThemes(wall)
  })
}
