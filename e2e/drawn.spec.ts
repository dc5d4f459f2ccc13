import type { Locator, Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { password } from './sign-in-form.ts'

/** Screens that have the frame: the sidebar and the header. */
const FRAMED = ['/', '/agents', '/dashboard', '/marketplace', '/settings', '/account', '/admin/users']

/** Holds back the files of the program. Returns a function that lets them load. */
async function holdProgram(page: Page) {
  const heldRoutes: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/.*\.js$/, (route) => (isHeld ? void heldRoutes.push(route) : route.continue()))
  return async () => {
    isHeld = false
    await Promise.all(heldRoutes.map((route) => route.continue()))
  }
}

/** Text and height on the screen of each link. */
const placesOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => [link.textContent, link.getBoundingClientRect().y]))

test('before the program has loaded, typed credentials stay and the sign-in button works @sizes', async ({
  page,
  member,
}) => {
  const releaseProgram = await holdProgram(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(member.user.email)
  await password(page).fill(member.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/login')
  await releaseProgram()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
})

test('the QR view can be opened before the program has loaded @sizes', async ({ page }) => {
  const releaseProgram = await holdProgram(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Login con código QR' }).click()
  await releaseProgram()
  await expect(page).toHaveURL('/login?view=qr')
  await expect(page.getByRole('heading', { name: 'Login with QR Code' })).toBeVisible()
})

test('the sign-in form is not drawn for a signed-in user, nor in place of the QR view', async ({
  page,
  member,
  signIn,
}) => {
  await holdProgram(page)
  await page.goto('/login?view=qr', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeHidden()
  await signIn(member)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeHidden()
})

test('the frame of each screen is drawn before the program, with its title and no user’s name', async ({
  page,
  request,
  admin,
  signIn,
}) => {
  const releaseProgram = await holdProgram(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeHidden()
  await signIn(admin)
  for (const path of FRAMED) {
    expect(await (await request.get(path)).text()).not.toMatch(new RegExp(`${admin.user.username}|${admin.user.email}`))
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/)
    const usersLink = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })
    await expect(usersLink).toBeVisible()
  }
  await page.goto('/', { waitUntil: 'commit' })
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.last()).toBeVisible()
  // Waits for the style, without which the frame has no fixed place.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((link) => link.sheet),
  )
  const before = await placesOf(links)
  await releaseProgram()
  await expect(page.getByRole('heading', { name: admin.user.name })).toBeVisible()
  expect(await placesOf(links)).toEqual(before)
})

test('a drawn frame has no administration for a member, and keeps the folded sidebar', async ({
  page,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '48px')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const folded = await placesOf(links)
  await holdProgram(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '48px')
  await expect(page.getByRole('link', { name: 'Marketplace' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden()
  expect(await placesOf(links.filter({ visible: true }))).toEqual(folded)
})
