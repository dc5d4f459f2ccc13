import { users } from '@atalaya/contract/users'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { readQr } from './qr-picture.ts'
import { appCode, byName, factorCard, setUpApp, takeCodes, withAuthenticator } from './second-factor.ts'
import { login, password } from './sign-in-form.ts'

/** Removes the session while a plain file is open: the program would go to the sign-in form by itself. */
async function signOut(page: Page) {
  await page.goto(new URL('/favicon.svg', page.url()).href)
  await page.evaluate(() => localStorage.clear())
}

async function openAccount(
  page: Page,
  url: string,
  { user, password: secret }: { user: { email: string }; password: string },
) {
  await page.goto(`${url}/account`)
  await login(page, user.email, secret)
  await expect(factorCard(page).getByRole('heading', { name: 'Passkeys' })).toBeVisible()
}

async function addPasskey(page: Page, name: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  return takeCodes(page)
}

test('a passkey is added, renamed and removed', async ({ page, server, member, expectAccessibleInBothThemes }) => {
  await withAuthenticator(page)
  await openAccount(page, byName(server.url), member)
  expect(new Set(await addPasskey(page, 'This laptop')).size).toBe(10)
  await expect(factorCard(page).getByText('10 of 10 left')).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Rename This laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(factorCard(page).getByText('Laptop', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Passkey removed. Your other sessions were ended.')).toBeVisible()
  await expect(factorCard(page).getByText('10 of 10 left')).toHaveCount(0)
})

test('a passkey signs in after the password, and also without it', async ({
  page,
  server,
  member,
  expectAccessibleInBothThemes,
}) => {
  const url = byName(server.url)
  const { agree } = await withAuthenticator(page)
  await openAccount(page, url, member)
  await addPasskey(page, 'Laptop')
  await agree(false)
  await signOut(page)
  await page.goto(`${url}/login`)
  await login(page, member.user.email, member.password)
  await expect(page.getByText('This account has a second factor, too.')).toBeVisible()
  await expectAccessibleInBothThemes()
  await agree(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${url}/`)

  // Signs in by the passkey alone: by the button, and by choosing it in the field for the e-mail.
  await agree(false)
  await signOut(page)
  await page.goto(`${url}/login`)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(button).toBeVisible()
  await agree(true)
  await button.click()
  await expect(page).toHaveURL(`${url}/`)
  await signOut(page)
  await page.goto(`${url}/login`, { waitUntil: 'commit' })
  await expect(page).toHaveURL(`${url}/`)
})

test('an app code is required after the password, and a recovery code works once', async ({
  page,
  server,
  member,
  expectAccessibleInBothThemes,
}) => {
  await openAccount(page, server.url, member)
  await expect(factorCard(page).getByText(/Passkeys are made for a name/)).toBeVisible()
  const { secret, codes } = await setUpApp(page)
  const signInAgain = async () => {
    await signOut(page)
    await page.goto('/login')
    await login(page, member.user.email, member.password)
  }
  await signInAgain()
  await page.getByLabel('Code of your app').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await expectAccessibleInBothThemes()
  await page.getByLabel('Code of your app').fill(appCode(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')

  await signInAgain()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(factorCard(page).getByText('9 of 10 left')).toBeVisible()
  await signInAgain()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('or it was used before')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
})

test('the phone that approves a QR sign-in needs the second factor', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  member,
}) => {
  await openAccount(page, baseURL ?? '', member)
  const { secret } = await setUpApp(page)
  await signOut(page)
  await page.goto('/login?view=qr')
  await expect(page.getByText('Scan the QR code with your mobile device')).toBeVisible()
  const link = await readQr(page.getByRole('img', { name: 'QR code to sign in on this device' }))
  const context = await browser.newContext({ baseURL, extraHTTPHeaders })
  const phone = await context.newPage()
  await phone.goto(link)
  await phone.getByLabel('Username or email').fill(member.user.username)
  await password(phone).fill(member.password)
  await phone.getByRole('button', { name: 'Authenticate' }).click()
  await phone.getByLabel('Code of your app').fill(appCode(secret, 1))
  await phone.getByRole('button', { name: 'Continue' }).click()
  for (const device of [page, phone]) await expect(device).toHaveURL('/')
  await context.close()
})

test('an administrator resets a member’s second factor', async ({ page, admin, signIn, member, browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await openAccount(other, baseURL ?? '', member)
  await setUpApp(other)
  await signIn(admin)
  await page.goto('/admin/users')
  await page.getByRole('button', { name: `Actions for ${member.user.username}` }).click()
  await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Second factor reset')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await login(other, member.user.email, member.password)
  await expect(other).toHaveURL('/account')
  await page.getByRole('button', { name: `Actions for ${member.user.username}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Reset second factor' })).toHaveCount(0)
  await context.close()
})

test('an administrator who must have a second factor sets it up first', async ({
  page,
  server,
  admin,
  newAdmin,
  newAccount,
  browser,
  baseURL,
  expectAccessibleInBothThemes,
}) => {
  // Both accounts belong to this test: the first one sets the rule, and removes it again.
  const founder = await newAdmin()
  await openAccount(page, baseURL ?? '', founder)
  const must = factorCard(page).getByRole('switch', { name: 'Administrators must have one' })
  await expect(must).toBeDisabled()
  await setUpApp(page)
  const second = await newAccount()
  const asAdmin = apiOf(server.url, admin.tokens.accessToken)
  await asAdmin(users.setRole, { params: { id: second.user._id }, body: { role: 'admin' } })
  await must.click()
  await expect(must).toBeChecked()
  const context = await browser.newContext({ baseURL })
  const other = await context.newPage()
  await other.goto('/admin/users')
  await login(other, second.user.email, second.password)
  await expect(other.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectAccessibleInBothThemes(other)
  await setUpApp(other)
  await expect(other).toHaveURL('/admin/users')
  await expect(other.getByRole('heading', { name: 'Set up a second factor' })).toHaveCount(0)
  await must.click()
  await expect(must).not.toBeChecked()
  await context.close()
})
