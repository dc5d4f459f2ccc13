import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { createMachine, type Machine } from './agent-process.ts'
import { boardsOf } from './boards.ts'
import { test as base, expect } from './fixtures.ts'

const test = base.extend<{ machine: Machine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  machine: async ({}, use) => {
    const machine = await createMachine()
    await use(machine)
    await machine.remove()
  },
})

test('the result of a command appears where it was sent, and later in the activity', async ({
  page,
  member,
  signIn,
  server,
  machine,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { token, agent } = await call(agents.register, { body: { name: 'nas' } })
  machine.run(
    `curl -fsS ${server.url}/agent.mjs -o agent.mjs && node agent.mjs --server ${server.url} --token ${token}`,
  )
  await signIn(member)
  await page.goto(`/agents/${agent.agentId}`)
  await expect(page.getByText('Online', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Activity' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send Command' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Command to Agents' })
  await dialog.getByLabel('Command', { exact: true }).fill('ping')
  await dialog.getByRole('button', { name: 'Send' }).click()
  const results = page.getByRole('region', { name: 'Command results' })
  await expect(results).toContainText('Done: 1 succeeded')
  await expect(results.getByText('pong')).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'Activity' }).click()
  await page.getByRole('dialog', { name: 'Activity' }).getByRole('link', { name: 'ping' }).click()
  await expect(page.getByRole('heading', { name: 'Command', exact: true })).toBeVisible()
  await expect(page.getByText('Sent to nas')).toBeVisible()
  await expect(results).toContainText('pong')
})

test('Home shows an offline agent with a link, and that all is well once it is back', async ({
  page,
  member,
  signIn,
  server,
  machine,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  await boardsOf(server.url, member.tokens.accessToken).make('Hall')
  const { token } = await call(agents.register, { body: { name: 'nas' } })
  const run = machine.run(
    `curl -fsS ${server.url}/agent.mjs -o agent.mjs && node agent.mjs --server ${server.url} --token ${token}`,
  )
  await signIn(member)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'All is well' })).toBeVisible()
  await run.stop()
  const lines = page.getByRole('region', { name: 'Needs attention' })
  await expect(lines).toContainText('1 agent is offline', { timeout: 30_000 })
  await lines.getByRole('link', { name: 'See which: 1 agent is offline' }).click()
  await expect(page).toHaveURL('/agents?status=offline')
  await expect(page.getByRole('link', { name: 'nas' })).toBeVisible()
})
