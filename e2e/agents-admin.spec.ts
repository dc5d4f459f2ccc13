import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

test('shows the fleet, its data, and edits by JSON @mobile @sizes', async ({
  page,
  admin,
  member,
  signIn,
  server,
  expectAccessibleInBoth,
}) => {
  test.slow()
  const { agent, token } = await apiOf(server.url, member.tokens.accessToken)(agents.register, {
    body: { name: 'pump', tags: ['a', 'b', 'c', 'd', 'e'] },
  })
  await signIn(admin)
  await page.goto('/admin/agents')
  await expect(page.getByRole('region', { name: 'Online Agents' })).toContainText('Currently connected')
  await expect(page.getByRole('region', { name: 'Total Agents' })).toContainText('Registered in the system')
  const row = page.getByRole('row').filter({ hasText: agent.agentId })
  await expect(row).toContainText('Pending')
  await expect(row).toContainText('abc+2')
  await expectAccessibleInBoth()

  const act = async (item: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('View Data')
  const data = page.getByRole('dialog', { name: 'Latest Agent Data' })
  await expect(data.getByText('No recent data')).toBeVisible()
  const push = apiOf(server.url, token)
  await push(telemetry.push, { params: { id: agent.agentId }, body: { dataType: 'flow', data: { litres: 42 } } })
  await expect(data.getByText('"litres": 42')).toBeVisible()
  await expectAccessibleInBoth()
  await page.keyboard.press('Escape')

  await act('Edit Agent')
  const edit = page.getByRole('dialog', { name: 'Edit Agent' })
  await edit.getByRole('textbox').fill('name = valve')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update agent')).toBeVisible()
  await expect(edit.getByRole('alert')).toContainText('Only name, tags and behind can be changed')
  await expectAccessibleInBoth()
  await edit.getByRole('textbox').fill('[{"op": "replace", "path": "/name", "value": "valve"}]')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Agent updated')).toBeVisible()
  await expect(row).toContainText('valve')
})

test('searches by name and by ID, in any case, with % as a letter; pages and remembers both @sizes', async ({
  page,
  admin,
  member,
  signIn,
  server,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const prefix = member.user.username
  const names = Array.from({ length: 23 }, (_, n) => `${prefix}-${n}`)
  const made = await Promise.all([...names, `${prefix} 100%`].map((name) => call(agents.register, { body: { name } })))
  await signIn(admin)
  await page.goto('/admin/agents')
  const search = page.getByPlaceholder('Search by ID or name...')
  const rows = page.getByRole('table', { name: 'Agents' }).locator('tbody tr')

  await search.fill(prefix.toUpperCase())
  await expect(page).toHaveURL(/query=/)
  await expect(page.getByText('24 results')).toBeVisible()
  await expect(page.getByText('Pages 1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Pages 3 of 3')).toBeVisible()
  await expect(rows).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await expect(page.getByText('Pages 3 of 3')).toBeVisible()
  await expect(search).toHaveValue(prefix.toUpperCase())

  await page.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '20' }).click()
  await expect(page.getByText('Pages 1 of 2')).toBeVisible()
  await expect(rows).toHaveCount(20)

  await search.fill(`${prefix} 100%`)
  await expect(rows).toHaveCount(1)
  await search.fill('%')
  await expect(page.getByText('24 results')).toBeHidden()
  await expect(rows.filter({ hasText: '100%' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: `${prefix}-1` })).toHaveCount(0)
  const [first] = made
  await search.fill(first?.agent.agentId.slice(2, 20).toUpperCase() ?? '')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`${prefix}-0`)
  await search.fill('no such agent anywhere')
  await expect(page.getByText('No results.')).toBeVisible()
  await expect(page.getByText('0 results')).toBeVisible()
})

test('works by keyboard alone', async ({ page, admin, member, signIn, server }) => {
  const name = `${member.user.username} boiler`
  await apiOf(server.url, member.tokens.accessToken)(agents.register, { body: { name } })
  await signIn(admin)
  await page.goto('/admin/agents')
  const search = page.getByPlaceholder('Search by ID or name...')
  await search.focus()
  await page.keyboard.type(name)
  await expect(page.getByText('1 results')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('row', { name }).getByRole('link', { name: 'Pending' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'View Data' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit Agent' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Agent' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // At 200 % nothing that takes the focus stays under the header.
  await page.setViewportSize({ width: 720, height: 450 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await search.focus()
  const header = await page.getByRole('banner').boundingBox()
  await expect.poll(async () => (await search.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity)
})
