import { readFile } from 'node:fs/promises'
import type { Agent } from '@atalaya/contract/agents'
import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const MACHINES = 304
const CONCURRENCY = 16

/** Registers machines with a common prefix of their names, and one of them with a full disk. */
async function register(url: string, accessToken: string, prefix: string): Promise<void> {
  const call = apiOf(url, accessToken)
  const registerMachine = async (n: number) => {
    const isFull = n === 171
    const tags = [n % 2 === 0 ? 'attic' : 'cellar']
    const { agent, token } = await call(agents.register, { body: { name: `${prefix} ${isFull ? 'full' : n}`, tags } })
    const used = isFull ? 97.5 : 20 + (n % 50)
    const metrics = { 'disk.used': used, 'disk.total': 100, 'cpu.percent': n % 90, 'temperature.celsius': 40 }
    await apiOf(url, token)(telemetry.push, { params: { id: agent.agentId }, body: { dataType: 'system', metrics } })
  }
  for (let n = 0; n < MACHINES; n += CONCURRENCY) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, MACHINES - n) }, (_, k) => registerMachine(n + k)))
  }
  const fullest = async () => {
    const { agents: found } = await call(agents.list, { query: { page: 1, pageSize: 1, sort: 'disk', query: prefix } })
    return (found as Agent[])[0]?.numbers?.disk
  }
  await expect.poll(fullest).toBe(97.5)
}

// A server with short times stores the newest numbers sooner than after 30 seconds.
test.use({ hasShortTimes: true })

const firstRow = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr').first()

/** Scrolls the table to its right end, where the column with the names must still be visible. */
async function expectNameInViewAtEnd(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Agents', exact: true })
  await region.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
  const name = page.getByRole('columnheader', { name: 'Name' })
  await expect(name).toBeInViewport({ ratio: 0.99 })
  await expect(firstRow(page, 'Agents').getByRole('link', { name: / full$/ })).toBeInViewport({ ratio: 0.99 })
  await region.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
}

test('finding the full disk among 304 machines takes one press @sizes', async ({
  page,
  newAdmin,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  test.setTimeout(240_000)
  const warden = await newAdmin()
  const prefix = warden.user.username
  await register(server.url, warden.tokens.accessToken, prefix)
  await signIn(warden)

  await test.step('in the list of all agents', async () => {
    await page.goto('/admin/agents')
    await page.getByRole('button', { name: 'Fullest disk' }).click()
    await expect(firstRow(page, 'Agents')).toContainText(`${prefix} full`)
    await expect(firstRow(page, 'Agents').getByRole('img', { name: 'critical' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Disk' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/\?sort=disk$/)
    await expect(page.getByRole('columnheader', { name: 'Disk' })).toBeInViewport({ ratio: 1 })
    await expectNameInViewAtEnd(page)
    await page.reload()
    await expect(firstRow(page, 'Agents')).toContainText('98 %')
    await expectAccessibleInBothThemes()
  })

  await test.step("in the user's agents, as cards and as rows", async () => {
    await page.goto('/agents')
    await page.getByRole('button', { name: 'Fullest disk' }).click()
    const card = page.getByRole('list', { name: 'My agents' }).getByRole('listitem').first()
    await expect(card.getByRole('heading', { name: `${prefix} full` })).toBeVisible()
    await expect(card).toContainText('98 %')
    await page.getByRole('button', { name: 'Rows' }).click()
    await expect(firstRow(page, 'My agents')).toContainText(`${prefix} full`)
    await expectAccessibleInBothThemes()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Disk', 'Status'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessibleInBothThemes()
  })

  await test.step('by trouble, tags and status, kept in the address and cleared by one press', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/admin/agents')
    const inTrouble = page.getByRole('button', { name: 'In trouble' })
    await inTrouble.click()
    await expect(inTrouble).toHaveAttribute('aria-pressed', 'true')
    // Pressed during the debounce of the search: both changes must stay.
    await page.getByPlaceholder('Search by ID or name...').fill(prefix)
    await inTrouble.click()
    await expect(page).toHaveURL(/\?query=[\w-]+$/)
    await expect(page.getByText(`${MACHINES} results`, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'In trouble' }).click()
    await expect(page.getByText('1 results', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'In trouble' }).click()
    await expect(page).toHaveURL(/\?query=[\w-]+$/)
    await expect(page.getByText(`${MACHINES} results`, { exact: true })).toBeVisible()

    await page.getByRole('table', { name: 'Agents' }).getByRole('link', { name: 'cellar' }).first().click()
    await expect(page.getByText(`${MACHINES / 2} results`, { exact: true })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    const lines = file.trim().split('\r\n')
    expect(lines).toHaveLength(1 + MACHINES / 2)
    expect(lines[0]).toBe('ID,Name,Status,IP,Last seen,Tags')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'attic', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: prefix, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/tag=cellar&tag=attic&ownerId=[\w-]+$/)
    await page.reload()
    await expect(page.getByText(`${MACHINES} results`, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Remove Owner: ${prefix}` }).click()
    await page.getByRole('button', { name: 'Remove Tag: attic' }).click()
    await expect(page.getByText(`${MACHINES / 2} results`, { exact: true })).toBeVisible()
    await firstRow(page, 'Agents').getByRole('link', { name: 'Online' }).click()
    await expect(page.getByRole('button', { name: 'Remove Status: Online' })).toBeVisible()
    await expect(page).toHaveURL(/tag=cellar&status=online$/)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Online' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Degraded' }).click()
    await expectAccessibleInBothThemes()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No results.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect(page.getByPlaceholder('Search by ID or name...')).toHaveValue('')
    await expect(firstRow(page, 'Agents')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/agents$/)
  })

  await test.step('by keyboard, and with chosen columns', async () => {
    await page.goto('/admin/agents')
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Temperature' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'IP' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'Temperature' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'IP' })).toBeHidden()
    await page.goto(`/admin/agents?query=${prefix}`)
    await expect(firstRow(page, 'Agents')).toContainText('°C')
    await expect(page.getByRole('columnheader', { name: 'IP' })).toBeHidden()
  })
})
