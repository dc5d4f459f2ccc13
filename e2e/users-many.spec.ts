import type { User } from '@atalaya/contract/users'
import { expect, test } from './fixtures.ts'

const MANY = 10_000

test('ten thousand accounts can be scrolled, sorted and filtered, and only those in view are rendered', async ({
  page,
  admin,
  signIn,
}) => {
  // Hashing so many passwords would take minutes; the answer is the server's own, with copies of one account.
  await page.route('**/api/v1/users', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { users: User[] } }
    const [first] = data.users
    const copies = Array.from({ length: MANY }, (_, n) => {
      const name = `copy-${String(n).padStart(5, '0')}`
      return { ...first, _id: name, id: name, username: name, email: `${name}@example.com` }
    })
    await route.fulfill({ response, json: { success: true, data: { users: [first, ...copies] } } })
  })
  await signIn(admin)
  await page.goto('/admin/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(page.getByRole('cell', { name: 'copy-00000@example.com' })).toBeVisible()
  expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(MANY)
  const rowCount = () => table.getByRole('row').count()
  expect(await rowCount()).toBeLessThan(80)

  await page.getByRole('region', { name: 'Users', exact: true }).evaluate((scroller) => scroller.scrollTo(0, 9e9))
  await expect(page.getByRole('cell', { name: 'copy-09999@example.com' })).toBeVisible()
  expect(await rowCount()).toBeLessThan(80)

  await page.getByPlaceholder('Filter emails...').fill('copy-07777')
  await expect(page.getByRole('cell', { name: 'copy-07777@example.com' })).toBeVisible()
  expect(await rowCount()).toBe(2)
})
