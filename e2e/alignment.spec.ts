import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { apiOf } from '@atalaya/testbed/api'
import type { Locator } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const topOf = async (target: Locator) => Math.round((await target.boundingBox())?.y ?? Number.NaN)

test('the buttons of a list of agents are in line with its search', async ({ page, admin, signIn, server }) => {
  await apiOf(server.url, admin.tokens.accessToken)(agents.register, { body: { name: 'attic' } })
  await signIn(admin)
  for (const [path, button] of [
    ['/agents', 'Register agent'],
    ['/admin/agents', 'Send Command'],
  ] as const) {
    await page.goto(path)
    const search = page.getByPlaceholder('Search by ID or name...')
    await expect(search).toBeVisible()
    expect(await topOf(page.getByRole('button', { name: button })), path).toBe(await topOf(search))
  }
})

test('three tags of usual length are shown complete in the list of all agents', async ({
  page,
  admin,
  signIn,
  server,
}) => {
  const tags = ['rack-5', 'staging', 'eu-west', 'gpu']
  await apiOf(server.url, admin.tokens.accessToken)(agents.register, { body: { name: 'tagged', tags } })
  await signIn(admin)
  await page.goto('/admin/agents?query=tagged')
  const row = page.getByRole('row').filter({ hasText: 'tagged' })
  for (const tag of tags.slice(0, 3)) {
    const link = row.getByRole('link', { name: tag })
    await expect(link).toBeVisible()
    expect(await link.evaluate((element) => element.scrollWidth - element.clientWidth), tag).toBeLessThanOrEqual(0)
  }
})

test("a user's pages on Home are directly below their agents, however long the list of the day is", async ({
  page,
  newAccount,
  signIn,
  server,
}) => {
  const account = await newAccount()
  const call = apiOf(server.url, account.tokens.accessToken)
  const { agent } = await call(agents.register, { body: { name: 'attic' } })
  await boardsOf(server.url, account.tokens.accessToken).make('Hall')
  for (const command of ['ping', 'collect', 'diagnose', 'update']) {
    await call(commands.send, { query: {}, body: { command, agentId: agent.agentId } })
  }
  await signIn(account)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Last 24 hours' }).getByRole('listitem')).toHaveCount(4)
  const agentsBox = await page.getByRole('region', { name: 'Your agents' }).boundingBox()
  const pagesBox = await page.getByRole('region', { name: 'Your pages' }).boundingBox()
  expect(pagesBox?.x).toBe(agentsBox?.x)
  const gap = (pagesBox?.y ?? 0) - (agentsBox?.y ?? 0) - (agentsBox?.height ?? 0)
  expect(Math.round(gap)).toBe(20)
})

test('the list of settings stays at its position in every section', async ({ page, admin, signIn }) => {
  await signIn(admin)
  await page.goto('/settings/appearance')
  const list = page.getByRole('navigation', { name: 'Settings' })
  const first = await topOf(list)
  for (const name of ['Language and time', 'Start page', 'Connections', 'Tokens', 'About this server']) {
    await list.getByRole('link', { name }).click()
    await expect(list.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByRole('region').first()).toBeVisible()
    expect(await topOf(list), name).toBe(first)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  }
})

test('the sidebar shows the entry of displays before any display is loaded', async ({ page, admin, signIn }) => {
  await signIn(admin)
  // Holds back all answers about displays.
  await page.route('**/api/v1/displays**', () => undefined)
  await page.goto('/displays', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Displays' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the audit ends at the screen’s margin, and its search has a label', async ({ page, admin, signIn }) => {
    await signIn(admin)
    await page.goto('/admin/audit')
    const search = page.getByRole('searchbox', { name: 'Search the audit...' })
    await expect(search).toBeVisible()
    const table = await page.getByRole('region', { name: 'Audit' }).boundingBox()
    expect(390 - (table?.x ?? 0) - (table?.width ?? 0)).toBe(table?.x)
    expect(await search.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  })
})
