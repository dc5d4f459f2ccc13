import { expect, test } from './fixtures.ts'
import { login } from './sign-in-form.ts'

test('the account page is accessible @mobile @sizes', async ({
  page,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/account')
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessibleInBothThemes()
})

test('C18 C22 a new password needs the current one and ends all other sessions', async ({
  page,
  browser,
  baseURL,
  member,
}) => {
  const other = await (await browser.newContext({ baseURL })).newPage()
  for (const each of [page, other]) {
    await each.goto('/account')
    await login(each, member.user.email, member.password)
    await expect(each.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  }
  await page.reload()
  // The two other sessions are that of the browser above and the fixture's own API session.
  await expect(page.getByRole('button', { name: /^End session of/ })).toHaveCount(2)
  await expect(page.getByText('API session')).toBeVisible()

  const change = async (current: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current)
    await page.getByRole('textbox', { name: 'New password' }).fill('a wall of old stones')
    await page.getByRole('textbox', { name: 'Repeat password' }).fill('a wall of old stones')
    await page.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not this one')
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await change(member.password)
  await expect(page.getByText('Password changed. Your other sessions were ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End session of/ })).toHaveCount(0)
  await expect(other).toHaveURL('/login')
  await login(other, member.user.email, 'a wall of old stones')
  await expect(other).toHaveURL('/account')
  await other.context().close()
})

test('the audit can be searched, and filtered by an account, by keyboard and on a phone', async ({
  page,
  admin,
  member,
  newAccount,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  const { user: other } = await newAccount()
  await signIn(admin)
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  const box = page.getByPlaceholder('Search the audit...')
  await box.pressSequentially(`REGISTERED ${member.user.username}`)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(member.user.username)
  await expectAccessibleInBothThemes()
  await expect(page).toHaveURL(`/admin/audit?query=REGISTERED+${member.user.username}`)
  await page.reload()
  await expect(box).toHaveValue(`REGISTERED ${member.user.username}`)
  await expect(rows).toHaveCount(2)
  await box.fill('nowhere in it')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(box).toHaveValue('')
  await expect(page).toHaveURL('/admin/audit')

  const accountFilter = page.getByRole('combobox', { name: /^By or to whom/ })
  await accountFilter.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find an account' }).pressSequentially(other.email)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/audit?who=${other._id}`)
  await expect(accountFilter).toHaveText(other.username)
  await expect(accountFilter).toBeFocused()
  await expect(page.getByText(member.user.username)).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInBothThemes()
  const failure = { success: false, error: 'Out of order', message: 'Out of order', code: 'test', requestId: 'test' }
  await page.route('**/api/v1/audit?*', (route) => route.fulfill({ status: 400, json: failure }))
  await box.fill('anything')
  await expect(page.getByText('The audit could not be read.')).toBeVisible()
})
