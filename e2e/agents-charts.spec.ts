import { readFile } from 'node:fs/promises'
import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

const GIB = 1024 ** 3

test('the charts show what an agent sent, and any of its custom metrics @mobile @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const { agent, token } = await apiOf(server.url, member.tokens.accessToken)(agents.register, {
    body: { name: 'pump house' },
  })
  const params = { id: agent.agentId }
  const metrics = {
    'cpu.percent': 37,
    'memory.used': 6 * GIB,
    'memory.total': 16 * GIB,
    'disk.used': 100 * GIB,
    'disk.total': 400 * GIB,
    'network.received': 2048,
    'network.sent': 1024,
    'pump.flow': 12.5,
  }
  await apiOf(server.url, token)(telemetry.push, { params, body: { dataType: 'system', metrics } })
  await signIn(member)
  await page.goto(`/agents/${agent.agentId}`)

  const plot = (title: string) => page.getByRole('slider', { name: `${title} over time` })
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)
  await expect(plot('Memory')).toHaveAttribute('aria-valuetext', /Used 6 GiB, 38 %$/)
  await expect(plot('Disk')).toHaveAttribute('aria-valuetext', /Used 100 GiB, 25 %$/)
  await expect(plot('Network')).toHaveAttribute('aria-valuetext', /Received 2 KiB\/s, Sent 1 KiB\/s$/)
  await expectAccessibleInBothThemes()

  await plot('CPU').focus()
  await page.keyboard.press('Home')
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /Used no data$/)
  await expect(plot('Disk')).toHaveAttribute('aria-valuetext', /Used no data$/)

  await page.getByRole('button', { name: 'More charts' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'pump.flow' }).click()
  await page.keyboard.press('Escape')
  await expect(plot('pump.flow')).toHaveAttribute('aria-valuetext', /Value 12.5$/)

  await page.getByRole('radio', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/range=24h/)
  await expect(plot('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)
  await page.reload()
  await expect(plot('pump.flow')).toHaveAttribute('aria-valuetext', /Value 12.5$/)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PNG' }).click()
  const picture = await readFile(await (await saved).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // 960 pixels wide at twice the resolution, with five charts one below the other.
  expect(picture.readUInt32BE(16)).toBe(1920)
  expect(picture.readUInt32BE(20)).toBeGreaterThan(5 * 400)
  expect(picture.length).toBeGreaterThan(20_000)

  // A visit without parameters shows the range and the charts that were chosen last.
  await page.goto(`/agents/${agent.agentId}`)
  await expect(page.getByRole('radio', { name: 'Last 24 hours' })).toBeChecked()
  await expect(plot('pump.flow')).toHaveAttribute('aria-valuetext', /Value 12.5$/)
})

test('the disk chart has a line for each disk @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { agent, token } = await call(agents.register, { body: { name: 'nas' } })
  const metrics = {
    'disk.used': 7 * GIB,
    'disk.total': 12 * GIB,
    'disk.used:root': GIB,
    'disk.total:root': 4 * GIB,
    'disk.used:srv': 6 * GIB,
    'disk.total:srv': 8 * GIB,
  }
  await apiOf(server.url, token)(telemetry.push, {
    params: { id: agent.agentId },
    body: { dataType: 'system', metrics },
  })
  await signIn(member)
  await page.goto(`/agents/${agent.agentId}`)
  await page.getByRole('button', { name: 'More charts' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Disk used, each' }).click()
  await page.keyboard.press('Escape')
  const plot = page.getByRole('slider', { name: 'Disk used, each over time' })
  await expect(plot).toHaveAttribute('aria-valuetext', /root 1 GiB, 25 %, srv 6 GiB, 75 %$/)
  await expectAccessibleInBothThemes()
})

test('a chart zooms in by dragging and back out, and shows the time under the cursor @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const { agent, token } = await apiOf(server.url, member.tokens.accessToken)(agents.register, {
    body: { name: 'pump house' },
  })
  const params = { id: agent.agentId }
  await apiOf(server.url, token)(telemetry.push, {
    params,
    body: { dataType: 'system', metrics: { 'cpu.percent': 37 } },
  })
  await signIn(member)
  await page.goto(`/agents/${agent.agentId}`)
  const plot = page.getByRole('slider', { name: 'CPU over time' })
  const card = page.getByRole('figure', { name: 'CPU' })
  await expect(card.getByText(/^Newest: \w{3},? \d+ \w+ \d{4},? \d\d:\d\d:\d\d/)).toBeVisible()
  const box = await plot.boundingBox()
  if (!box) throw new Error('The plot is not drawn')
  const at = (fraction: number) => [box.x + box.width * fraction, box.y + box.height / 2] as const

  await page.mouse.move(...at(0.5))
  await expect(card.getByText(/^\w{3},? \d+ \w+ \d{4},? \d\d:\d\d:\d\d/)).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(...at(0.75))
  await page.mouse.up()
  await expect(page).toHaveURL(/from=.*to=/)
  await expect(page.getByRole('radio', { name: 'Last hour', checked: true })).toHaveCount(0)
  await page.goBack()
  await expect(page).not.toHaveURL(/from=/)
  await page.goForward()
  await page.getByRole('button', { name: 'Back to the last hour' }).click()
  await expect(page.getByRole('radio', { name: 'Last hour', checked: true })).toBeVisible()

  // A drag that begins on the labels beside the plot starts at its left end, and selects no text.
  await page.mouse.move(...at(0.01))
  await page.mouse.down()
  await page.mouse.move(...at(0.5))
  await page.mouse.up()
  await expect(page).toHaveURL(/from=.*to=/)
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await page.getByRole('button', { name: 'Back to the last hour' }).click()

  await page.getByRole('button', { name: 'From – to' }).click()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00')
  await expect(page.getByRole('alert')).toHaveText('The end must be a minute or more after the beginning')
  await expectAccessibleInBothThemes()
  await page.getByLabel('From', { exact: true }).fill('2019-12-31T00:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/from=2019-12-3/)

  await page.getByRole('button', { name: 'The week before' }).click()
  await expect(page).toHaveURL(/before=week/)
  await expect(card.getByText('Used a week before')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await saved).suggestedFilename()).toBe(`agent-${agent.agentId}.csv`)
})
