import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { password } from './sign-in-form.ts'

const PASSWORD = 'quiet lantern on the hill'

const newName = () => `guest-${randomBytes(4).toString('hex')}`

async function fillRegistration(page: Page, username: string) {
  await page.getByLabel('Name', { exact: true }).fill('Ana')
  await page.getByLabel('Surname').fill('Ruiz')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Birthday').fill('1991-05-17')
  await password(page).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD)
}

test('sign-in and registration have their fields, hints and links to each other @mobile @sizes', async ({
  page,
  expectAccessibleInBothThemes,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await password(page).fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Login con código QR' })).toBeVisible()
  await expectAccessibleInBothThemes()

  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByText('Choose a unique username')).toBeVisible()
  await expect(page.getByText('At least 8 characters')).toBeVisible()
  await expect(page.getByText(/clicking Register .* Terms of Service and Privacy Policy/)).toBeVisible()
  await expect(page.getByLabel('Birthday')).toHaveAttribute('type', 'date')
  await expectAccessibleInBothThemes()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

/** Red, green and blue of a text. */
const colourOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return [0, 0, 0]
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })

test('a refused registration shows a red error, and a successful one signs in at once @postgres @sizes', async ({
  page,
  admin,
}) => {
  const username = newName()
  await page.goto('/register')
  await fillRegistration(page, username)
  await page.getByLabel('Username').fill(admin.user.username.toUpperCase())
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await colourOf(page.getByRole('alert'))
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))

  await page.getByLabel('Username').fill(username)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.evaluate(() => Object.keys(localStorage).sort())).resolves.toEqual(
    expect.arrayContaining(['auth_access_token', 'auth_refresh_token', 'auth_user']),
  )
})

test('a wrong password is reported inline, and sign-in by keyboard returns to the requested screen', async ({
  page,
  member,
}) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(member.user.email.toUpperCase())
  await page.keyboard.press('Tab')
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Credenciales incorrectas')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

async function logOut(page: Page, username: string) {
  const menu = page.getByRole('button', { name: `Account menu of ${username}` })
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

test('C13 logging out without a network clears the three keys of the session', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await context.setOffline(true)
  await logOut(page, member.user.username)
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['vite-ui-theme'])
})
