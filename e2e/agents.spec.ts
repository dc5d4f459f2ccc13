import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

test('a registered agent gets one command line, shown only once @mobile @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/agents')
  await expect(page.getByText('No agents yet')).toBeVisible()
  await expectAccessibleInBothThemes()

  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('attic')
  await page.getByLabel('Tags', { exact: true }).fill('home, linux, home')
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run attic' })
  const line = dialog.getByRole('code')
  await expect(dialog.getByText('Waiting for the agent to connect...')).toBeVisible()
  const token = (await line.textContent())?.match(/ag_[\w-]+/)?.[0] ?? ''
  expect(token).not.toBe('')
  const url = server.url
  await expect(line).toHaveText(
    `curl -fsSL ${url}/agent.mjs -o agent.mjs && ATALAYA_TOKEN=${token} node agent.mjs --server ${url} --update=never`,
  )
  await dialog.getByRole('tab', { name: 'Windows (PowerShell)' }).click()
  await expect(line).toHaveText(
    `curl.exe -fsSL ${url}/agent.mjs -o agent.mjs; if ($?) { $env:ATALAYA_TOKEN = '${token}'; node agent.mjs --server ${url} --update=never }`,
  )
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close anyway' }).click()

  const card = page.getByRole('list', { name: 'My agents' }).getByRole('listitem').filter({ hasText: 'attic' })
  await expect(card).toContainText('Pending')
  await expect(card).toContainText('homelinux')
  await expect(page.getByText(token)).toHaveCount(0)
})

test("the command line contains the machine's choice of updates", async ({
  page,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run the agent' })
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Updates by this server' }).click()
    await page.getByRole('option', { name }).click()
  }
  await choose('Whenever this server asks')
  await expect(dialog.getByRole('code')).toContainText(/ --update=always/)
  await choose('Only when signed with my key')
  await expect(dialog.getByText('The line is shown once there is a key.')).toBeVisible()
  await dialog.getByLabel('Public key').fill('short')
  await expect(dialog.getByRole('alert')).toHaveText('A public key has 43 letters, digits, - or _')
  await expectAccessibleInBothThemes()
  const key = 'x'.repeat(43)
  await dialog.getByLabel('Public key').fill(` ${key} `)
  await expect(dialog.getByRole('code')).toContainText(` --update=signed --update-key=${key}`)
})

test('the command line can be copied', async ({ page, context, member, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the command' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('node agent.mjs --server')
})

test('changes of agents elsewhere are shown without a reload', async ({ page, member, signIn, server }) => {
  await signIn(member)
  await page.goto('/agents')
  await expect(page.getByText('No agents yet')).toBeVisible()
  const call = apiOf(server.url, member.tokens.accessToken)
  const { agent } = await call(agents.register, { body: { name: 'cellar' } })
  const link = page.getByRole('link', { name: 'cellar' })
  await expect(link).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { name: 'cellar' })).toBeVisible()
  await call(agents.edit, { params: { id: agent.agentId }, body: { name: 'wine cellar' } })
  await expect(page.getByRole('heading', { name: 'wine cellar' })).toBeVisible()
  await call(agents.remove, { params: { id: agent.agentId } })
  await expect(page.getByText('No such agent')).toBeVisible()
})
