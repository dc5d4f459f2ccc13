import type { InstallationStatus } from '@atalaya/contract/installation'
import { expect, test } from './fixtures.ts'

const MB = 1024 ** 2
const withProblems: InstallationStatus = {
  startedAt: '2026-11-01T00:00:00Z',
  disk: { freeBytes: 90 * MB, totalBytes: 64 * 1024 * MB, level: 'full' },
  lostSecrets: {
    widgets: ['Hall', 'x'.repeat(80)].map((page) => {
      return { widgetId: page, widget: 'Conversations', page, owner: 'marina' }
    }),
    isMore: true,
  },
}

test('administrators see problems of the installation on each of their pages @sizes', async ({
  page,
  admin,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(admin)
  await page.goto('/admin/users')
  await expect(page.getByText(/^\d\S* .iB of \d\S* .iB free on the disk of this server\.$/)).toBeVisible()

  await page.route('**/api/v1/installation', (route) => route.fulfill({ json: { success: true, data: withProblems } }))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/admin/users', '/admin/agents', '/admin/audit']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('The disk of this server is full: 90 MiB of 64 GiB free.')
    await expect(page.getByRole('listitem').filter({ hasText: 'Conversations on the page' })).toHaveCount(2)
    const surplus = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(surplus)).toBe(0)
  }
  await expectAccessibleInBothThemes()
})
