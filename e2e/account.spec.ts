import { expect, test } from './fixtures.ts'
import { login } from './sign-in-form.ts'

test('the own account is accessible @mobile @sizes', async ({ page, member, signIn, expectAccessibleInBoth }) => {
  await signIn(member)
  await page.goto('/account')
  await expect(page.getByText('This session')).toBeVisible()
  await expectAccessibleInBoth()
})

test('the audit is accessible @mobile @sizes', async ({ page, admin, member, signIn, expectAccessibleInBoth }) => {
  await signIn(admin)
  await page.goto('/admin/audit')
  await expect(page.getByRole('cell', { name: member.user.username }).first()).toBeVisible()
  await expectAccessibleInBoth()
})

test('the profile can be changed, the birthday too @sizes', async ({ page, member, signIn }) => {
  await signIn(member)
  await page.goto('/account')
  await expect(page.getByLabel('Birthday')).toHaveValue('1991-05-17')
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Aurora')
  await page.getByLabel('Birthday').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aurora')
  await expect(page.getByLabel('Birthday')).toHaveValue('')
})

test('C18 C22 the own password takes the present one and ends the other sessions @postgres', async ({
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
  // The fixture's script signed in too.
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

test('C22 one session can be ended, or all others', async ({ page, browser, baseURL, member }) => {
  await page.goto('/account')
  await login(page, member.user.email, member.password)
  const other = await (await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (iPhone) Safari' })).newPage()
  await other.goto('/account')
  await login(other, member.user.email, member.password)
  await expect(other.getByText('This session')).toBeVisible()
  await page.reload()
  await page
    .getByRole('button', { name: /^End session of/ })
    .first()
    .click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('All other sessions ended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  await expect(page.getByText('This session')).toBeVisible()
  await other.context().close()
})

test('the audit is searched, and narrowed to a person, by keyboard and on a phone @postgres', async ({
  page,
  admin,
  member,
  newAccount,
  signIn,
  expectAccessibleInBoth,
}) => {
  const { user: other } = await newAccount()
  await signIn(admin)
  await page.goto('/admin/audit')
  const rows = page.getByRole('row')
  const box = page.getByPlaceholder('Search the audit...')
  await box.pressSequentially(`REGISTERED ${member.user.username}`)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(member.user.username)
  await expect(page).toHaveURL(`/admin/audit?query=REGISTERED+${member.user.username}`)
  await page.reload()
  await expect(box).toHaveValue(`REGISTERED ${member.user.username}`)
  await expect(rows).toHaveCount(2)
  await box.fill('nowhere in it')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(box).toHaveValue('')
  await expect(page).toHaveURL('/admin/audit')

  const who = page.getByRole('combobox', { name: /^By or to whom/ })
  await who.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find an account' }).pressSequentially(other.email)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expectAccessibleInBoth()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/audit?who=${other._id}`)
  await expect(who).toHaveText(other.username)
  await expect(who).toBeFocused()
  await expect(page.getByText(member.user.username)).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInBoth()
  const failure = { success: false, error: 'Out of order', message: 'Out of order', code: 'test', requestId: 'test' }
  await page.route('**/api/v1/audit?*', (route) => route.fulfill({ status: 400, json: failure }))
  await box.fill('anything')
  await expect(page.getByText('The audit could not be read.')).toBeVisible()
})

test('the audit shows who did what from where, newest first, and can be filtered @sizes', async ({
  page,
  admin,
  member,
  signIn,
  request,
  expectAccessibleInBoth,
}) => {
  await request.post('/auth/login', { data: { username: member.user.username, password: 'not this one' } })
  await signIn(admin)
  await page.goto('/admin/audit')
  const newest = page.getByRole('row').nth(1)
  await expect(newest).toContainText('Failed to sign in')
  await expect(newest).toContainText(member.user.username)
  await page.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Registered', exact: true }).click()
  await expect(page).toHaveURL('/admin/audit?action=auth.registered')
  await expect(newest).toContainText(member.user.username)
  await expect(page.getByText('Failed to sign in')).toHaveCount(0)

  await newest.getByRole('link', { name: member.user.username }).click()
  await expect(page).toHaveURL(`/admin/audit?action=auth.registered&who=${member.user._id}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expect(page.getByText('No results.')).toBeVisible()
  await expectAccessibleInBoth()
  await page.reload()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-01-01')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/admin/audit')
  const today = new Intl.DateTimeFormat('sv').format(new Date())
  await page.getByLabel('From', { exact: true }).fill(today)
  await expect(newest).toContainText('Failed to sign in')
})
