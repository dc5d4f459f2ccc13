import { expect, test } from './fixtures.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('any other path shows the not-found screen with its ways on', async ({ page, expectAccessible }) => {
      await page.goto('/no/such/page')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      await expect(
        page.getByText("Sorry, the route you're trying to visit doesn't exist or has changed."),
      ).toBeVisible()
      await expect(page.getByText('Code: 404 • If the problem persists, contact support.')).toBeVisible()
      await expect(page).toHaveTitle('Page not found · Atalaya')
      await expectAccessible()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/login')
      await page.goBack()
      await page.getByRole('link', { name: 'Go home' }).click()
      await expect(page).toHaveURL('/login')
    })
  })
}
