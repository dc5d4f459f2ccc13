import { birthday } from './birthday.ts'
import { expect, test } from './fixtures.ts'

test.describe('on the birthday', () => {
  test("a button 'Happy Birthday, {name}!' fires confetti, except with reduced motion @sizes", async ({
    page,
    newAccount,
    signIn,
  }) => {
    await signIn(await newAccount({ name: 'Nora', birthday }))
    await page.goto('/settings')
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
    await toggle.waitFor()
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    const button = page.getByRole('button', { name: 'Happy Birthday, Nora!' })
    await button.click()
    await expect(page.locator('body > canvas')).toBeVisible()
    await expect(page.locator('body > canvas')).toHaveCount(0, { timeout: 30_000 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button.click()
    await expect(page.getByText('Many happy returns!')).toBeVisible()
    await expect(page.locator('body > canvas')).toHaveCount(0)
  })
})

test('a failed screen shows its error inside the frame, with Try again and a link to another screen @sizes', async ({
  page,
  admin,
  signIn,
  expectAccessible,
}) => {
  await signIn(admin)
  await page.route('**/api/v1/users', (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, error: 'Not today', message: 'Not today', code: 'x', requestId: 'x' },
    }),
  )
  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('Not today')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to Client' })).toBeVisible()
  await expectAccessible()
  await page.unroute('**/api/v1/users')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('the shell shows that the browser is offline, until it is online again @sizes', async ({
  page,
  context,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You are offline/)).toBeHidden()
})
