import { readFile } from 'node:fs/promises'
import { agents } from '@atalaya/contract/agents'
import type { Numbers } from '@atalaya/contract/metrics'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

const GIB = 1024 ** 3

/** Registers machines of somebody, each with its measurements. */
async function register(url: string, accessToken: string, all: { name: string; tags?: string[]; metrics: Numbers }[]) {
  const call = apiOf(url, accessToken)
  const ids: string[] = []
  for (const { name, tags = [], metrics } of all) {
    const { agent, token } = await call(agents.register, { body: { name, tags } })
    const params = { id: agent.agentId }
    await apiOf(url, token)(telemetry.push, {
      params,
      body: { dataType: 'system', metrics: metrics as Record<string, number> },
    })
    ids.push(agent.agentId)
  }
  return ids
}

test('several machines are drawn in one chart, distinct by name and number @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const memory = { 'memory.used': 6 * GIB, 'memory.total': 16 * GIB }
  const [nas, attic] = await register(server.url, member.tokens.accessToken, [
    { name: 'nas', metrics: { 'cpu.percent': 37, ...memory } },
    { name: 'attic', metrics: { 'cpu.percent': 80 } },
    { name: 'shed', tags: ['garden'], metrics: { 'cpu.percent': 5, 'memory.used': GIB } },
  ])
  await signIn(member)
  await page.goto(`/agents/${nas}`)
  const plot = (title: string) => page.getByRole('slider', { name: `${title} over time` })
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)

  await page.getByRole('button', { name: 'Compare' }).click()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width, height: 360 })
  await expect(page.getByRole('dialog', { name: 'Compare with other agents' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width, height })
  await page.getByRole('searchbox', { name: 'Search agents and tags...' }).fill('att')
  await page.getByRole('checkbox', { name: 'attic' }).click()
  await expectAccessibleInBothThemes()
  await page.getByRole('searchbox', { name: 'Search agents and tags...' }).fill('')
  await page.getByRole('checkbox', { name: 'garden' }).click()
  await page.keyboard.press('Escape')
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /: nas 37 %, attic 80 %, shed 5 %$/)
  await expect(plot('Memory')).toHaveAttribute('aria-valuetext', /nas 6 GiB, 38 %, attic not sent, shed 1 GiB$/)
  await expect(plot('Network: received')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`with=${attic}`))
  await expect(page).toHaveURL(/tag=garden/)
  const card = page.getByRole('figure', { name: 'CPU' })
  await expect(card.getByRole('listitem')).toHaveText(['1nas37 %', '2attic80 %', '3shed5 %'])
  await expectAccessibleInBothThemes()

  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const rows = (await readFile(await (await csv).path(), 'utf8')).trim().split('\r\n')
  expect(rows[0]).toMatch(/^agent,name,time,cpu.percent avg,/)
  expect(rows.slice(1).map((row) => row.split(',')[1])).toEqual(['nas', 'attic', 'shed'])
  const png = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PNG' }).click()
  const picture = await readFile(await (await png).path())
  // Five charts, one for each number.
  expect(picture.readUInt32BE(20)).toBeGreaterThan(5 * 400)

  // Kept in the address, and for the next machine that is looked at.
  await page.reload()
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /nas 37 %, attic 80 %, shed 5 %$/)
  await page.goto(`/agents/${nas}`)
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /nas 37 %, attic 80 %, shed 5 %$/)

  // A removed agent vanishes from the shown chart.
  await apiOf(server.url, member.tokens.accessToken)(agents.remove, { params: { id: attic ?? '' } })
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /nas 37 %, shed 5 %$/)
  await expect(page.getByRole('list', { name: 'Compared with' }).getByRole('listitem')).toHaveText(['Tag garden'])
  await page.getByRole('button', { name: 'Remove Tag: garden' }).click()
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)
})

test('a chart with too many machines draws the first ones, and explains it @sizes', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const rack = Array.from({ length: 10 }, (_, n) => ({
    // Names of the maximum length, which must not make the page wider.
    name: `rack ${n} `.padEnd(80, 'x'),
    tags: ['rack'],
    metrics: { 'cpu.percent': n * 10 },
  }))
  const [first] = await register(server.url, member.tokens.accessToken, rack)
  await signIn(member)
  await page.goto(`/agents/${first}?tag=rack`)
  await expect(page.getByText('8 of 10 machines are drawn')).toBeVisible()
  const card = page.getByRole('figure', { name: 'CPU' })
  await expect(card.getByRole('listitem')).toHaveCount(8)
  const colors = () =>
    card
      .getByRole('listitem')
      .locator('span:first-child')
      .evaluateAll((dots) => new Set(dots.map((dot) => getComputedStyle(dot).borderColor)).size)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(colors).toBe(8)
  }
  const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(excess)).toBe(0)
})
