import { type OidcTestProvider, startOidcProvider } from '@atalaya/testbed/oidc-provider'
import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { startServer } from './server.ts'

/** The product beside a real provider of OpenID Connect. */
const test = base.extend<object, { provider: OidcTestProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const provider = await startOidcProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer({
        OIDC_PROVIDERS: 'home',
        OIDC_HOME_ISSUER: provider.issuer,
        OIDC_HOME_CLIENT_ID: provider.settings.clientId,
        OIDC_HOME_CLIENT_SECRET: provider.settings.clientSecret,
      })
      provider.register(server.url)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

// Long timeout: the test opens two sites and checks each screen in full.
test.describe.configure({ timeout: 150_000 })

/** Signs in and agrees on the provider's pages. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a user signs in by a provider, returns to the requested screen, and signs out at both', async ({
  page,
  founder,
  provider,
  expectAccessible,
}) => {
  expect(founder.user.role).toBe('admin')
  const login = `grace-${crypto.randomUUID().slice(0, 6)}`
  provider.addPerson(login)
  await page.goto('/account')
  const enter = page.getByRole('button', { name: 'Sign in with Home' })
  await expect(enter).toBeVisible()
  await expectAccessible()
  await enter.click()
  await signInAtProvider(page, login)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText(login, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('by Home')).toBeVisible()
  const [keys, address] = await page.evaluate(() => [Object.keys(localStorage), window.location.href])
  expect(keys).toEqual(expect.arrayContaining(['auth_access_token', 'auth_refresh_token', 'auth_user']))
  expect(address).not.toContain('code=')
  await expect(page.getByText('Your account has no password')).toBeVisible()

  await page.getByRole('button', { name: `Account menu of ${login}` }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Sign out of Home, too' }).click()
  await page.getByRole('button', { name: /sign me out/i }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('a user links a provider, unlinks it, and sees the reason of a failure', async ({
  page,
  member,
  signIn,
  provider,
  expectAccessible,
}) => {
  const login = `linus-${crypto.randomUUID().slice(0, 6)}`
  provider.addPerson(login)
  await signIn(member)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Link Home' }).click()
  await signInAtProvider(page, login)
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText(`${login}@example.org`)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Unlink Home' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('Not linked')).toBeVisible()

  await page.goto('/oidc/home?code=x&state=y')
  await expect(page.getByRole('alert')).toContainText('was not begun in this browser')
  await expect(page).not.toHaveURL(/code=/)
})

test('a newcomer without a verified e-mail is asked for the missing details', async ({
  page,
  founder,
  provider,
  expectAccessible,
}) => {
  expect(founder.user.role).toBe('admin')
  const login = `ida-${crypto.randomUUID().slice(0, 6)}`
  provider.addPerson(login, { email_verified: false, family_name: undefined })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Home' }).click()
  await signInAtProvider(page, login)
  await expect(page.getByText('Home does not vouch for your e-mail address')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(`${login}@example.org`)
  await expectAccessible()
  await page.getByLabel('Surname').fill('Rhodes')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL(/\/$/)
})
