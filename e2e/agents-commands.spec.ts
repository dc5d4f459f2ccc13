import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { createMachine, type Machine } from './agent-process.ts'
import { test as base, expect } from './fixtures.ts'

const test = base.extend<{ machines: Machine[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  machines: async ({}, use) => {
    const machines = await Promise.all([createMachine(), createMachine()])
    await use(machines)
    await Promise.all(machines.map((machine) => machine.remove()))
  },
})

test('a command to the selected agents is sent after a confirmation, and its results are shown', async ({
  page,
  admin,
  member,
  signIn,
  server,
  machines,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const prefix = member.user.username
  for (const [n, machine] of machines.entries()) {
    const { token } = await call(agents.register, { body: { name: `${prefix}-${n}` } })
    const fetchAgent = `curl -fsS ${server.url}/agent.mjs -o agent.mjs`
    machine.run(`${fetchAgent} && node agent.mjs --server ${server.url} --token ${token}`)
  }
  await signIn(admin)
  await page.goto(`/admin/agents?query=${prefix}`)
  await expect(page.getByText('Online', { exact: true })).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Send Command' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Command to Agents' })
  await expect(dialog.getByText('Reaches 2 agents, 2 online now')).toBeVisible()
  await dialog.getByLabel('Command', { exact: true }).fill('ping')
  await dialog.getByRole('button', { name: 'Send' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Send "ping" to 2 agents?' })
  await confirm.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Command sent')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Command results' })).toContainText('Done: 2 succeeded')
})
