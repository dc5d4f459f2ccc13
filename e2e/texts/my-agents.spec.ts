import { expect, failSilently, openFailing, walk } from './walk.ts'

walk("one's own agents, where they can not be registered or read", async ({ page, member, signIn }) => {
  await signIn(member)
  const unread = await openFailing(page, '/agents/some-agent', { silently: '**/api/v1/agents/some-agent' })
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await failSilently(page, 'POST', '**/api/v1/agents')
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await register.click()
  await expect(page.getByRole('alert')).toHaveText('No se pudo registrar el agente')
  await failSilently(page, 'GET', '**/api/v1/data/latest')
  await register.click()
  await expect(page.getByRole('dialog', { name: /^Run / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toHaveText('No se pudo obtener el último dato')
  await expect(unread.getByText('Cant get agents for user')).toBeVisible()
})
