import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

test('administrators see the fleet and its data, and edit agents as JSON @sizes', async ({
  page,
  admin,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
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
  await expectAccessibleInBothThemes()

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
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Escape')

  await act('Edit Agent')
  const edit = page.getByRole('dialog', { name: 'Edit Agent' })
  await edit.getByRole('textbox').fill('name = valve')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update agent')).toBeVisible()
  await expect(edit.getByRole('alert')).toContainText('Only name, tags and behind can be changed')
  await expectAccessibleInBothThemes()
  await edit.getByRole('textbox').fill('[{"op": "replace", "path": "/name", "value": "valve"}]')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Agent updated')).toBeVisible()
  await expect(row).toContainText('valve')
})

test('the list of all agents works by keyboard alone', async ({ page, admin, member, signIn, server }) => {
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

  // Checks at 200 % zoom that a focused field scrolls out from under the header.
  await page.setViewportSize({ width: 720, height: 450 })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await search.focus()
  const header = await page.getByRole('banner').boundingBox()
  await expect.poll(async () => (await search.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? Infinity)
})
