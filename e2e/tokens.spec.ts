import { tokens } from '@atalaya/contract/credentials'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

test('a token is made, copied once, used by a program, and revoked @postgres @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Tokens' }).click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Give the token a name')).toBeVisible()
  await expect(dialog.getByText('Choose what the token may do')).toBeVisible()
  await expect(dialog.getByText('As administrator: read the audit')).toHaveCount(0)
  await expectAccessibleInBothThemes()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('backup script')
  await dialog.getByRole('checkbox', { name: 'Read agents, their numbers and their records' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.getByText(/^ap_/).textContent()) ?? ''
  await expect(dialog.getByRole('button', { name: 'Copy the token' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const request = (path: string) => fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await request('/api/v1/agents')).status).toBe(200)
  expect((await request('/api/v1/dashboard/pages')).status).toBe(403)
  await page.reload()
  const item = page.getByRole('listitem').filter({ hasText: 'backup script' })
  await expect(item).toContainText('from 127.0.0.1')
  await expect(page.getByText(token)).toHaveCount(0)
  await expectAccessibleInBothThemes()

  await item.getByRole('button', { name: 'Revoke backup script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No tokens yet')).toBeVisible()
  expect((await request('/api/v1/agents')).status).toBe(401)
})

test('a token for some agents requires tags, and an administrator lists and revokes all tokens', async ({
  page,
  member,
  admin,
  signIn,
  server,
}) => {
  await signIn(member)
  await page.goto('/settings/tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('kiosk')
  await dialog.getByRole('checkbox', { name: 'Send and cancel commands' }).check()
  await dialog.getByRole('combobox', { name: 'Which agents' }).click()
  await page.getByRole('option', { name: 'Only some' }).click()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Give at least one tag')).toBeVisible()
  await dialog.getByLabel('With one of these tags').fill('hall')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('For your machines with #hall only')).toBeVisible()
  const call = apiOf(server.url, member.tokens.accessToken)
  expect((await call(tokens.list, {})).tokens).toMatchObject([{ selector: { tags: ['hall'] } }])

  await signIn(admin)
  await page.goto('/settings/tokens')
  const others = page
    .getByRole('region', { name: 'Tokens of others' })
    .or(page.locator('[aria-labelledby=others-tokens-title]'))
  await others.getByRole('button', { name: `Revoke kiosk of ${member.user.username}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(others.getByText(member.user.username)).toHaveCount(0)
  expect((await call(tokens.list, {})).tokens).toEqual([])
})
