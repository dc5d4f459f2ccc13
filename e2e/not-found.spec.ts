import { expect, test } from './fixtures.ts'

test('any other path shows the not-found screen with its links @sizes', async ({
  page,
  expectAccessibleInBothThemes,
}) => {
  await page.goto('/no/such/page')
  await expect(page).toHaveTitle('Page not found · Atalaya')
  await expectAccessibleInBothThemes()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page).toHaveURL('/login')
})
