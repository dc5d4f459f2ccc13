import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

test('the canvas, the data dialog and the mobile breakpoint have the sizes of the specification', async ({
  page,
  admin,
  signIn,
  server,
}) => {
  await boardsOf(server.url, admin.tokens.accessToken).make('Hall')
  await signIn(admin)

  await test.step('the editor canvas is 1024 by 500 px, of 4 columns by 5 rows', async () => {
    await page.goto('/dashboard')
    const canvas = page.getByRole('list', { name: 'Modules of this page' })
    await expect(canvas).toBeVisible()
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {}
    expect(width).toBeCloseTo(1024, 0)
    expect(height).toBeCloseTo(500, 0)
    const tracks = await canvas.evaluate((element) => {
      const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(element)
      return [gridTemplateColumns.split(' ').length, gridTemplateRows.split(' ').length]
    })
    expect(tracks).toEqual([4, 5])
  })

  await test.step('the data dialog scrolls to 60 % of the viewport height', async () => {
    const call = apiOf(server.url, admin.tokens.accessToken)
    const { agent, token } = await call(agents.register, { body: { name: 'sizes' } })
    const data = Array.from({ length: 200 }, (_, n) => n)
    await apiOf(server.url, token)(telemetry.push, { params: { id: agent.agentId }, body: { data } })
    await page.goto(`/admin/agents?query=${agent.agentId}`)
    await page.getByRole('button', { name: 'Actions for sizes' }).click()
    await page.getByRole('menuitem', { name: 'View Data' }).click()
    const records = page.getByRole('region', { name: 'Records' })
    await expect(records.getByRole('listitem')).toHaveCount(1)
    // Polls until the dialog has grown to its final size.
    await expect.poll(async () => Math.round((await records.boundingBox())?.height ?? 0)).toBe(0.6 * 900)
    await page.keyboard.press('Escape')
  })

  await test.step('the sidebar becomes a sheet under 768 px', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await page.setViewportSize({ width: 768, height: 900 })
    await expect(sidebar).toBeVisible()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect(sidebar).toHaveCount(0)
  })
})
