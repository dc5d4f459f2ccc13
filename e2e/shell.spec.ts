import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const isMobile = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** The navigation as this screen has it: beside the page, or in a sheet that is opened first. */
async function openNavigation(page: Page) {
  if (isMobile(page)) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  return page.getByRole('navigation', { name: 'Main' })
}

async function expectGroups(navigation: Locator, names: string[]) {
  await expect(navigation.getByRole('list')).toHaveCount(names.length)
  for (const name of names) await expect(navigation.getByRole('list', { name, exact: true })).toBeVisible()
}

test('an administrator sees all groups, the active entry and the badge, and axe finds nothing @mobile @sizes', async ({
  page,
  admin,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(admin)
  await page.goto('/')
  const navigation = await openNavigation(page)
  const links = ['Home', 'Dashboards', 'Users', 'Agents', 'Audit', 'Marketplace']
  await expect(navigation.getByRole('link')).toHaveText(links)
  await expectGroups(navigation, ['Principal', 'Administración', 'Marketplace'])
  await expect(navigation.getByText('Administración')).toHaveAttribute('lang', 'es')
  await expect(navigation.locator('[aria-current=page]')).toHaveText('Home')
  const menu = page.getByRole('button', { name: /^Account menu of ?warden/ })
  await expect(menu).toContainText('admin')
  await expect(menu).toContainText('warden@example.com')
  await expect(page.getByRole('link', { name: /Atalaya, about this product/ })).toHaveAttribute('target', '_blank')
  await expectAccessibleInBothThemes()
  await navigation.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('Users')
  await expect(page).toHaveTitle('Users · Atalaya')
  await openNavigation(page)
  await expect(navigation.locator('[aria-current=page]')).toHaveText('Users')
})

test('the user menu leads to account, agents and settings, and logs out @mobile @sizes', async ({
  page,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/settings')
  const navigation = await openNavigation(page)
  await expectGroups(navigation, ['Principal', 'Marketplace'])
  const menu = page.getByRole('button', { name: /^Account menu of/ })
  await expect(menu).not.toContainText('admin')
  await menu.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Account', 'Agents', 'Settings', 'Log out'])
  await expectAccessibleInBothThemes()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  const left = await page.evaluate(() => Object.keys(localStorage))
  expect(left.filter((key) => key.startsWith('auth_'))).toEqual([])
})

test('the theme chosen in settings or header is kept, and applied without a flash @sizes', async ({
  page,
  member,
  signIn,
  expectAccessible,
}) => {
  await signIn(member)
  await page.goto('/settings/appearance')
  const html = page.locator('html')
  const expectTheme = async (isDark: boolean) => await expect(html).toHaveClass(isDark ? 'dark' : '')
  for (const colorScheme of ['light', 'dark'] as const) {
    const isDark = colorScheme === 'dark'
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    await expectTheme(isDark)
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    await expectAccessible()

    await page.getByRole('button', { name: /^Switch to (light|dark) theme$/ }).click()
    await expectTheme(!isDark)
    const other = isDark ? 'light' : 'dark'
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe(other)
    await expectAccessible()

    // The class is set before anything of the app has run.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/settings/appearance', { waitUntil: 'commit' })
    await expectTheme(!isDark)
    await page.unroute('**/assets/*.js')
    await page.goto('/settings/appearance')
    await page.getByRole('radio', { name: 'System' }).check()
    await expectTheme(isDark)

    // The chosen theme stands out even if the system forces all colours.
    await page.emulateMedia({ forcedColors: 'active' })
    const canvas = isDark ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)'
    await expect(page.getByRole('radio', { name: 'Light' })).toHaveCSS('background-color', canvas)
    await expect(page.getByRole('radio', { name: 'System' })).not.toHaveCSS('background-color', canvas)
  }
})

test('Ctrl+B and the button fold the sidebar to 3rem and back to 16rem; a cookie keeps it for 7 days @sizes', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  if (isMobile(page)) {
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    await toggle.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expect(sheet).toBeVisible()
    expect((await sheet.boundingBox())?.width).toBeCloseTo(18 * 16)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(toggle).toBeFocused()
    await page.keyboard.press('Control+b')
    await expect(sheet).toBeFocused()
    return
  }
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar).toHaveCSS('width', '256px')
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveCSS('width', '48px')
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(7 * 86_400 - 60)
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '48px')
  await sidebar.getByRole('link', { name: 'Home' }).hover()
  await expect(page.getByRole('tooltip', { name: 'Home' })).toBeVisible()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect(sidebar).toHaveCSS('width', '256px')
})

test("'Go to Client' opens /client in a window of 1024 by 600 @sizes", async ({ page, member, signIn }) => {
  await signIn(member)
  await page.goto('/settings')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Go to Client' }).click()
  const popup = await opening
  await expect(popup).toHaveURL('/client')
  // A phone's browser opens a tab instead.
  if (isMobile(page)) return
  await expect.poll(() => popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([1024, 600])
})

test('the skip link, a page and the palette work by keyboard alone', async ({ page, admin, signIn }) => {
  await signIn(admin)
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Appearance' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/appearance')
  // Ten more presses lead through the list and past it.
  await expect(page.getByRole('link', { name: 'Appearance' })).toBeFocused()
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('users')
  await expect(palette.getByRole('option', { name: /^Users/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/users')
  await expect(palette).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('header controls are large enough for a finger, and fit into 320 px', async ({ page, member, signIn }) => {
    await signIn(member)
    await page.goto('/dashboard')
    const header = page.getByRole('banner')
    await expect(header.getByRole('heading', { name: 'Edit Dashboards' })).toBeVisible()
    const boxes = await header
      .locator('button:visible, a:visible')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect()))
    expect(boxes.length).toBeGreaterThan(3)
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await page.setViewportSize({ width: 320, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})
