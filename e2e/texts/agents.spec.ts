import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { expect, failSilently, hold, walk } from './walk.ts'

walk("the administrator's agents, with all that can go wrong", async ({ page, admin, member, signIn, server }) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { agent } = await call(agents.register, { body: { name: 'boiler', tags: ['a', 'b', 'c', 'd', 'e'] } })
  const other = (await call(agents.register, { body: { name: 'cellar' } })).agent
  const row = page.getByRole('row').filter({ hasText: agent.agentId })
  const dialog = page.getByRole('dialog')
  const act = async (item: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await signIn(admin)

  await walk.step('the list and the totals', async () => {
    await failSilently(page, 'GET', '**/api/v1/agents?*')
    await failSilently(page, 'GET', '**/api/v1/stats')
    await page.goto('/admin/agents')
    await expect(page.getByText('No se pudo obtener la lista de agentes')).toBeVisible()
    await expect(page.getByText('No se pudieron obtener las estadísticas')).toBeVisible()
    await hold(page, 'GET', '**/api/v1/agents?*', () => expect(page.getByText('Loading...')).toBeVisible())
    await page.reload()
    await expect(row).toBeVisible()
    await expect(page.getByText('Currently connected')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh stats' })).toBeVisible()
  })

  await walk.step('View Data', async () => {
    await hold(page, 'GET', `**/api/v1/agents/${agent._id}/data?*`, () =>
      expect(dialog.getByText('Loading...')).toBeVisible(),
    )
    await act('View Data')
    await expect(dialog.getByText('No recent data')).toBeVisible()
    await page.keyboard.press('Escape')
    await failSilently(page, 'GET', `**/api/v1/agents/${other._id}/data?*`)
    await page.getByRole('button', { name: 'Actions for cellar' }).click()
    await page.getByRole('menuitem', { name: 'View Data' }).click()
    await expect(page.getByText('No se pudieron obtener los datos del agente')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await walk.step('Edit Agent', async () => {
    await act('Edit Agent')
    await failSilently(page, 'PATCH', `**/api/v1/agents/${agent._id}`, () =>
      expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled(),
    )
    const save = dialog.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(dialog.getByRole('alert')).toHaveText('No se pudo actualizar el agente')
    await save.click()
    await expect(page.getByText('Agent updated')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })

  await walk.step('Send Command', async () => {
    await page.getByRole('button', { name: 'Send Command' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveText('All Agents')
    await page.keyboard.press('Escape')
    await act('Send Command')
    await expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveText(`boiler (${agent.agentId})`)
    const send = dialog.getByRole('button', { name: 'Send' })
    await send.click()
    await expect(page.locator('[data-sonner-toast]').getByText('Command is required')).toBeVisible()
    await dialog.getByPlaceholder('restart, update, ...').fill('ping')
    await failSilently(page, 'POST', '**/api/v1/agents/command', () =>
      expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled(),
    )
    await send.click()
    await expect(dialog.getByRole('alert')).toHaveText('No se pudo enviar el comando')
    await send.click()
    await expect(page.getByText('Command sent')).toBeVisible()
  })
})
