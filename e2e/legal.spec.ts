import { expect, test } from './fixtures.ts'

test('the legal text can be read while registering, and administrators can replace it @sizes', async ({
  page,
  context,
  admin,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await page.goto('/register')
  await page.getByLabel('Username').fill('marina')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  const terms = await opened
  await expect(terms.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  await expect(terms.getByRole('heading', { name: 'Your agents' })).toBeVisible()
  await expect(terms.getByRole('button', { name: 'Edit' })).toBeHidden()
  await expect(page.getByLabel('Username')).toHaveValue('marina')
  await terms.close()

  await signIn(admin)
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { name: 'Stored data and its purpose' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Edit' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue(/^All that you give this installation stays/)
  await expectAccessibleInBothThemes()
  await text.fill('# <b>Kept</b>\n\nYour name,\nand nothing else.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: '<b>Kept</b>' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your name, and nothing else.')).toBeVisible()
  await expect(page.getByText(/^Changed on /)).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Use the usual text' }).click()
  await expect(page.getByRole('heading', { name: 'Stored data and its purpose' })).toBeVisible()
})
