import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agents } from '@atalaya/contract/agents'
import { alertChannels } from '@atalaya/contract/alert-channels'
import { alertRules } from '@atalaya/contract/alert-rules'
import { apiOf } from '@atalaya/testbed/api'
import { createMachine, type Machine } from './agent-process.ts'
import { test as base, expect } from './fixtures.ts'

/** Phone that gets alerts by a webhook. */
type Phone = { url: string; received: string[] }

const test = base.extend<{ machine: Machine; phone: Phone }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  machine: async ({}, use) => {
    const machine = await createMachine()
    await use(machine)
    await machine.remove()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  phone: async ({}, use) => {
    const received: string[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        text += part.toString()
      })
      request.on('end', () => {
        received.push((JSON.parse(text) as { title: string }).title)
        response.end('thank you')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received })
    server.closeAllConnections()
    server.close()
  },
})

test.use({ hasShortTimes: true })

/** Timeout for an evaluation, its notice and its message, one after the other. */
const SOON = { timeout: 30_000 }

test('a new rule sends a message about an offline machine, and another one when it is back', async ({
  page,
  member,
  signIn,
  machine,
  phone,
  expectAccessibleInBothThemes,
}) => {
  test.setTimeout(180_000)
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('attic')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run attic' })
  const line = (await dialog.getByRole('code').textContent()) ?? ''
  const agent = machine.run(line)
  await expect(dialog.getByText(/^Connected: /)).toBeVisible()

  // Without watched rules there is no bell; Settings lead to the rules.
  await page.goto('/settings')
  await expect(page.getByRole('link', { name: /^Alerts/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Alert rules' }).click()
  await page.getByRole('button', { name: 'Change Offline for five minutes first' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Away')
  await page.getByLabel('Minutes until it fires').fill('0')
  await page.getByLabel('Quiet minutes until it ends').fill('0')
  await expect(page.getByText(/^It is about 1 machine now\./)).toBeVisible()
  await page.getByRole('button', { name: 'Switch on', exact: true }).click()
  await expect(page.getByRole('list').getByText('Away', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Choose where to send them' }).click()
  await page.getByRole('button', { name: 'Add another' }).click()
  await page.getByRole('menuitem', { name: 'Webhook' }).click()
  await page.getByLabel('Address').fill(phone.url)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Send a test to Webhook' }).click()
  await expect(page.getByText('200 thank you')).toBeVisible()
  await expectAccessibleInBothThemes()

  await agent.stop()
  await page.goto('/alerts')
  const row = page.getByRole('listitem').filter({ hasText: 'attic' })
  await expect(row).toContainText('It is offline', SOON)
  await expect(page).toHaveTitle('(1) Alerts · Atalaya')
  await expect(page.getByRole('link', { name: 'Alerts, 1 alert fires' })).toBeVisible()
  await expect.poll(() => phone.received, SOON).toContain('Critical: attic · It is offline')
  await expectAccessibleInBothThemes()

  await page.goto('/client')
  await expect(page.getByRole('button', { name: 'Back to the pages' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.goto('/alerts')

  await row.getByRole('button', { name: /^Acknowledge attic/ }).click()
  await expect(row).toContainText(`Acknowledged by ${member.user.username}`)
  await row.getByRole('link', { name: 'attic' }).click()
  await expect(page.getByRole('region', { name: 'Machines' })).toContainText('Firing')
  await expectAccessibleInBothThemes()
  await expect(page.getByRole('main').getByRole('link', { name: 'Alerts', exact: true })).toHaveAttribute(
    'href',
    '/alerts',
  )
  await page.getByRole('region', { name: 'Machines' }).getByRole('link', { name: 'attic' }).click()
  await expect(page.getByRole('region', { name: 'Alerts' })).toContainText('It is offline')

  machine.run(line)
  await expect.poll(() => phone.received, SOON).toContain('Over: attic · Away')
  await page.goto('/alerts?show=history')
  await expect(page.getByRole('listitem').filter({ hasText: 'attic' })).toContainText('Recovered')
  await expectAccessibleInBothThemes()
  await page.goto('/alerts?show=notifications')
  await expect(page.getByRole('region', { name: 'Message log' })).toContainText('Sent')
})

test('names of the maximum length make no screen wider', async ({ page, member, signIn, server, phone }) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const long = 'N'.repeat(80)
  const address = { kind: 'webhook' as const, url: phone.url }
  await call(alertChannels.add, { body: { name: long, isOn: true, from: 'info', tellsEnd: true, address } })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(member)
  await page.goto('/alerts?show=notifications')
  await expect(page.getByText(long)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('rules are switched, edited and removed, and an impossible bound is refused @mobile @sizes', async ({
  page,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/alerts')
  await expect(page.getByText('No firing alerts')).toBeVisible()
  await expect(page.getByText('No rule is on yet.')).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Switch on Disk over 90 %' })).toBeVisible()
  // The notice leads to the rules, so it is hidden on their own screen.
  await expect(page.getByText('No rule is on yet.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Switch on Disk over 90 %' }).click()
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('When Disk used is above 90 % for 10 min, on your machines')
  await expectAccessibleInBothThemes()

  await page.getByRole('button', { name: 'Edit Disk over 90 %' }).click()
  await page.getByLabel('Bound (%)').fill('120')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('More than 100 % is never reached: choose a lower bound')).toBeVisible()
  await page.getByLabel('Bound (%)').fill('95')
  await page.getByLabel('Which machines').click()
  await page.getByRole('option', { name: 'Those with tags' }).click()
  await page.getByLabel('Tags', { exact: true }).fill('attic')
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rules).toContainText('When Disk used is above 95 % for 10 min, on your machines with #attic')

  await page.getByRole('switch', { name: 'Disk over 95 % is on' }).click()
  await expect(page.getByRole('switch', { name: 'Disk over 95 % is on' })).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Disk over 95 % is on' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Remove Disk over 95 %' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Switch on Disk over 90 %' })).toBeVisible()
})

test('maintenance is planned and ended @sizes', async ({ page, member, signIn, expectAccessibleInBothThemes }) => {
  await signIn(member)
  await page.goto('/alerts?show=silences')
  await page.getByRole('button', { name: 'Plan maintenance' }).click()
  await page.getByLabel('Tag of the machines').fill('attic')
  await page.getByLabel('Monday').click()
  await page.getByLabel('Why').fill('Backups')
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Plan', exact: true }).click()
  const silences = page.getByRole('region', { name: 'Silences' })
  await expect(silences).toContainText('Monday, Sunday at 03:00 for 1 h (Europe/Madrid)')
  await expect(silences).toContainText('Backups')
  await page.getByRole('button', { name: 'End: Machines with the tag attic' }).click()
  await page.getByRole('button', { name: 'End maintenance' }).click()
  await expect(page.getByText('Nothing is silenced')).toBeVisible()
})

test('quiet hours and a digest are saved, and a bad mail server is named @sizes', async ({
  page,
  newAdmin,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(await newAdmin())
  await page.goto('/alerts?show=notifications')
  await page.getByLabel('Quiet hours').click()
  await page.getByLabel('A digest once a day').click()
  await page.getByLabel('From', { exact: true }).first().fill('21:00')
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('From', { exact: true }).first()).toHaveValue('21:00')

  await page.getByLabel('Mail server').fill('10.0.0.1')
  await page.getByLabel('From', { exact: true }).last().fill('tower@example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByText(/^10\.0\.0\.1 was not found, or is at an address/)).toBeVisible()
})

test('a failed request is reported, and the shown alerts stay', async ({ page, member, signIn, server }) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  await call(agents.register, { body: { name: 'attic' } })
  const body = {
    name: 'Offline',
    isOn: true,
    reach: 'own' as const,
    severity: 'critical' as const,
    selector: {},
    forS: 60,
    condition: { kind: 'status' as const, status: 'offline' as const },
    clear: { forS: 60 },
    escalation: [],
  }
  await call(alertRules.create, { body })
  await signIn(member)
  await page.goto('/alerts?show=rules')
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('Offline')
  await page.route('**/api/v1/alerts/**', (route) => route.fulfill({ status: 500, json: { error: 'It is broken' } }))
  await page.getByRole('switch', { name: 'Offline is on' }).click()
  await expect(page.getByText('The rule could not be switched')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Offline is on' })).toBeChecked()
  await page.getByRole('link', { name: 'Silences', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible({ timeout: 20_000 })
  await page.unroute('**/api/v1/alerts/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Nothing is silenced')).toBeVisible()
})
