import { expect, test } from './fixtures.ts'
import { login } from './sign-in-form.ts'

/** Number of wrong passwords that lock an account. */
const LOCKING_GUESSES = 10
const NEW_PASSWORD = 'a wall of old stones'

test('a temporary password must be changed first, and then the requested screen opens', async ({
  page,
  request,
  admin,
  member,
  expectAccessibleInBothThemes,
}) => {
  await request.post(`/api/v1/users/${member.user._id}/reset-password`, {
    data: { password: 'gq7zv1' },
    headers: { authorization: `Bearer ${admin.tokens.accessToken}` },
  })
  await page.goto('/dashboard')
  await login(page, member.user.email, 'gq7zv1')
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.reload()
  await page.getByRole('textbox', { name: 'Temporary password' }).fill('gq7zv1')
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Create First Page' })).toBeVisible()
})

test('an administrator sees and unlocks an account locked by wrong passwords', async ({
  page,
  request,
  admin,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  const { username } = member.user
  const guess = (password: string) => request.post('/auth/login', { data: { username, password } })
  for (let count = 0; count < LOCKING_GUESSES; count++) await guess('not this one')
  expect((await guess(member.password)).status()).toBe(429)
  await signIn(admin)
  await page.goto(`/admin/users?email=${encodeURIComponent(member.user.email)}`)
  await expect(page.getByRole('row', { name: username })).toContainText('locked')
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Lift lock' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    `${LOCKING_GUESSES} wrong passwords in a row for "${username}"`,
  )
  await page.getByRole('button', { name: 'Lift lock' }).click()
  await expect(page.getByText('Lock lifted')).toBeVisible()
  await expect(page.getByText('locked', { exact: true })).toHaveCount(0)
  expect((await guess(member.password)).status()).toBe(200)
})
