import { preferenceCalls } from '@atalaya/contract/preferences'
import { apiOf } from '@atalaya/testbed/api'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'
import { login } from './sign-in-form.ts'

test('the chosen start page opens after sign-in and by the bare address, and Home stays one click away', async ({
  page,
  member,
  server,
  expectAccessibleInBothThemes,
}) => {
  const { _id: hall } = await boardsOf(server.url, member.tokens.accessToken).make('Hall')
  await page.goto('/login')
  await login(page, member.user.email, member.password)
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()

  await page.goto('/settings/start')
  await page.getByRole('combobox', { name: 'Begin at' }).selectOption('Hall')
  const read = () => apiOf(server.url, member.tokens.accessToken)(preferenceCalls.read, {})
  await expect.poll(async () => (await read()).preferences.startPage).toEqual({ page: hall })
  await expectAccessibleInBothThemes()

  await page.goto('/')
  await expect(page).toHaveURL(`/dashboard?page=${hall}`)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  // The reload opens the form at the address to which the program redirected.
  await expect(page).toHaveURL('/login')
  await page.reload()
  await login(page, member.user.email, member.password)
  await expect(page).toHaveURL(`/dashboard?page=${hall}`)
})
