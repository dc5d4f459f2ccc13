import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

const GB = 1024 ** 3

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? [] : ['@once']
  test.describe(colorScheme, { tag }, () => {
    test.use({ colorScheme })

    test('draws what an agent sent, and any number of its own', async ({
      page,
      member,
      signIn,
      server,
      expectAccessible,
    }) => {
      const { agent, token } = await apiOf(server.url, member.tokens.accessToken)(agents.register, {
        body: { name: 'pump house' },
      })
      const params = { id: agent.agentId }
      const metrics = {
        'cpu.percent': 37,
        'memory.used': 6 * GB,
        'memory.total': 16 * GB,
        'disk.used': 100 * GB,
        'disk.total': 400 * GB,
        'network.received': 2048,
        'network.sent': 1024,
        'pump.flow': 12.5,
      }
      await apiOf(server.url, token)(telemetry.push, { params, body: { dataType: 'system', metrics } })
      await signIn(member)
      await page.goto(`/agents/${agent.agentId}`)

      const values = (title: string) => page.getByRole('slider', { name: `${title} over time` })
      await expect(values('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)
      await expect(values('Memory')).toHaveAttribute('aria-valuetext', /Used 6 GB$/)
      await expect(values('Disk')).toHaveAttribute('aria-valuetext', /Used 100 GB$/)
      await expect(values('Network')).toHaveAttribute('aria-valuetext', /Received 2 KB\/s, Sent 1 KB\/s$/)
      await expectAccessible()

      await values('CPU').focus()
      await page.keyboard.press('Home')
      await expect(values('CPU')).toHaveAttribute('aria-valuetext', /Used no data$/)
      await expect(values('Disk')).toHaveAttribute('aria-valuetext', /Used no data$/)

      await page.getByRole('button', { name: 'More charts' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'pump.flow' }).click()
      await page.keyboard.press('Escape')
      await expect(values('pump.flow')).toHaveAttribute('aria-valuetext', /Value 12.5$/)

      await page.getByRole('radio', { name: 'Last 24 hours' }).click()
      await expect(page).toHaveURL(/range=24h/)
      await expect(values('CPU')).toHaveAttribute('aria-valuetext', /Used 37 %$/)
    })
  })
}
