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
import { builtArchive, STARTED } from './modules.ts'

// An extra header on every request would make the frame's files need a preflight. Real ones don't.
test.use({ extraHTTPHeaders: {} })

/** The product's own colours are the only ones that are not written as #rrggbb. */
const OWN = /^(ok)?lab|^oklch/
const SEA = '#f2f7f8'
const groundOf = (page: Page | Frame) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--background'))
const showsGround = (page: Page | Frame, colour: string | RegExp) => expect.poll(() => groundOf(page)).toMatch(colour)
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click()

/** Notes the background of the page at its first paint. */
const noteFirst = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const first = getComputedStyle(document.documentElement).getPropertyValue('--background')
      Object.assign(window, { first })
    }),
  )
const firstGround = (page: Page) => page.evaluate(() => (window as { first?: string }).first)

test('chosen colours apply at once, in other tabs and from the first paint, until the user signs out', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await noteFirst(page)
  await signIn(member)
  await page.goto('/settings')
  await expect(page.getByRole('radio', { name: 'Atalaya', exact: true })).toBeChecked()
  expect(await groundOf(page)).toMatch(OWN)
  const other = await context.newPage()
  // Waits for the first answer: arriving after the choice, it would remove the colours until the live event.
  const hasRead = other.waitForResponse(/\/preferences$/)
  await other.goto('/')
  await hasRead
  await choose(page, 'Sea')
  await showsGround(page, SEA)
  await showsGround(other, SEA)
  await other.close()

  await page.goto('/')
  expect(await firstGround(page)).toBe(SEA)
  await page.evaluate(() => localStorage.removeItem('colours'))
  await page.reload()
  expect(await firstGround(page)).toMatch(OWN)
  await showsGround(page, SEA)

  await page.getByRole('button', { name: member.user.username }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await showsGround(page, OWN)
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
  const held = new Promise<void>((resolve) => (release = resolve))
  await other.route('**/assets/live-*', async (route) => {
    await held
    await route.continue()
  })
  const hasRead = other.waitForResponse(/\/preferences$/)
  await other.goto('/')
  await hasRead
  await choose(page, 'Sea')
  await showsGround(page, SEA)
  release()
  await expect(other.getByRole('heading', { name: member.user.name })).toBeVisible()
  await other.waitForFunction(() => (window as { liveTabs?: { onEvent?: unknown } }).liveTabs?.onEvent !== undefined)
  await showsGround(other, SEA)
  await showsGround(page, SEA)
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
  await showsGround(page, '#fafafa')
  await add('#fbfbfb')
  await showsGround(page, '#fbfbfb')
  await call(themes.remove, { params: { id: 'walk' } })
  await showsGround(page, OWN)

  const odd = { light: { background: 'url(https://evil.test)', 'card;}body{display': '#000000' }, dark: null }
  await page.evaluate((text) => localStorage.setItem('colours', text), JSON.stringify(odd))
  await noteFirst(page)
  await page.reload()
  expect(await firstGround(page)).toMatch(OWN)
  await expect(page.getByRole('heading', { name: 'Colours' })).toBeVisible()
})

test('a display and its modules in frames show the colours of the owner, or those of the display', async ({
  page,
  context,
  admin,
  member,
  own,
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
  const id = await own.pair(wall, { entries: [{ pageId: board._id, seconds: 86_400, hours: null }] })
  await expect(shownPage(wall, 'Clocks')).toBeVisible()
  const inFrame = () => wall.frames().find((frame) => frame.url().includes('themed-clock'))
  await expect.poll(inFrame, STARTED).toBeTruthy()
  const showsIn = (colour: string | RegExp) =>
    expect.poll(async () => groundOf(inFrame() as Frame), STARTED).toMatch(colour)
  await showsIn(OWN)

  await signIn(member)
  await page.goto('/settings')
  await choose(page, 'Sea')
  await showsGround(wall, SEA)
  await showsIn(SEA)
  await own.set(id, { colours: 'heather' })
  await showsGround(wall, '#f7f5f8')
  await showsIn('#f7f5f8')
  expect(await groundOf(page)).toBe(SEA)
  const { displays: all } = await call(displays.list, {})
  expect(all.find(({ _id }) => _id === id)?.settings.colours).toBe('heather')
})

// The contrasts of each theme are checked when it is added; one in a browser is enough for the rest.
for (const name of LONG ? ['Sea', 'Heather', 'High contrast'] : ['Sea']) {
  test(`all text has enough contrast in ${name}, light and dark`, async ({
    page,
    context,
    member,
    own,
    signIn,
    expectAccessibleInBoth,
  }) => {
    test.setTimeout(120_000)
    const wall = await context.newPage()
    await wall.goto('/display')
    await own.pair(wall)
    await signIn(member)
    await page.goto('/settings')
    await choose(page, name)
    await expect.poll(() => groundOf(page)).not.toMatch(OWN)
    await expectAccessibleInBoth()
    await page.goto('/')
    await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
    await expectAccessibleInBoth()
    await expect.poll(() => groundOf(wall)).not.toMatch(OWN)
    await expectAccessibleInBoth(wall)
  })
}
