import { SHORT_CODE } from '@atalaya/testbed/waiting-screen'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { readQr } from './qr-picture.ts'
import { password } from './sign-in-form.ts'

const PENDING = 'Scan the QR code with your mobile device'
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

type Fixtures = {
  /** A second browser; by default in the first one's network. */
  openPhone: (options?: BrowserContextOptions) => Promise<Page>
}

const test = base.extend<Fixtures>({
  openPhone: async ({ browser, baseURL, extraHTTPHeaders }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...phone, baseURL, extraHTTPHeaders, ...options })
      opened.push(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

const picture = (page: Page) => page.getByRole('img', { name: 'QR code to sign in on this device' })
const matchCode = (page: Page) => page.getByText(/^[A-HJ-NP-Z2-9]{4}$/)

async function showQr(page: Page): Promise<string> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login con código QR' }).click()
  await expect(page.getByText(PENDING)).toBeVisible()
  return readQr(picture(page))
}

async function authenticate(page: Page, username: string, secret: string) {
  await page.getByLabel('Username or email').fill(username)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Authenticate' }).click()
}

const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('auth_user') ?? '{}').username)

test('D7 one device signs in another by a QR code @postgres @mobile @sizes', async ({
  page,
  openPhone,
  member,
  baseURL,
  expectAccessibleInBothThemes,
}) => {
  const link = await showQr(page)
  await expect(page.getByRole('heading', { name: 'Login with QR Code' })).toBeVisible()
  expect(await picture(page).boundingBox()).toMatchObject({ width: 200, height: 200 })
  expect(link).toMatch(new RegExp(`^${baseURL}/qr-login/[\\w-]{22,}$`))
  await expect(page.getByRole('timer')).toHaveText(/^Expires in: (2:00|1:\d\d)$/)
  await expectAccessibleInBothThemes()

  const other = await openPhone()
  await other.goto(link)
  await expect(other.getByText('Chrome on Linux')).toBeVisible()
  await expect(other.getByRole('alert')).toHaveCount(0)
  const code = await matchCode(page).textContent()
  await expect(other.getByText(code ?? 'none', { exact: true })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Authenticate' })).toBeDisabled()
  await expectAccessibleInBothThemes(other)
  await expect(page.getByText('QR code scanned. Enter your credentials on the mobile device')).toBeVisible()

  await authenticate(other, member.user.username, 'not this one')
  await expect(other.getByRole('alert')).toHaveText('Credenciales incorrectas')
  await authenticate(other, member.user.username, member.password)
  for (const device of [page, other]) {
    await expect(device).toHaveURL('/')
    expect(await storedUser(device)).toBe(member.user.username)
  }
})

test('the QR code and the link back can be reached by keyboard alone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Login con código QR' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(PENDING)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Back to Traditional Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()

  // Below the code is a link for screens that are to become a display.
  await page.goto('/login?view=qr')
  await page.getByRole('link', { name: 'This is a display' }).click()
  await expect(page).toHaveURL('/display')
  await expect(page.getByText(SHORT_CODE)).toBeVisible()
})

test('D11 a session from a QR code must confirm the password before an administrative change', async ({
  page,
  openPhone,
  admin,
  member,
  expectAccessible,
}) => {
  const other = await openPhone()
  await other.goto(await showQr(page))
  await authenticate(other, admin.user.email, admin.password)
  await expect(page).toHaveURL('/')
  await page.goto('/admin/users')
  await page.getByPlaceholder('Filter emails...').fill(member.user.email)
  const access = page.getByRole('switch', { name: `Access of ${member.user.username}` })

  await access.click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(question).toBeVisible()
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Could not update user status.')).toBeVisible()
  await expect(access).toBeChecked()

  await access.click()
  const secret = question.getByRole('textbox', { name: 'Your password' })
  await secret.fill('not this one')
  await secret.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('This is not your current password')
  await secret.fill(admin.password)
  await secret.press('Enter')
  await expect(page.getByText('User status updated.')).toBeVisible()
  await expect(access).not.toBeChecked()
})
