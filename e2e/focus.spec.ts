import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { expect, test } from './fixtures.ts'

test('a screen opened by a link has the focus on its content, and a title of its own', async ({
  page,
  member,
  signIn,
  server,
}) => {
  await apiOf(server.url, member.tokens.accessToken)(agents.register, { body: { name: 'attic' } })
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('link', { name: 'attic' }).press('Enter')
  await expect(page).toHaveTitle('attic · Agent · Atalaya')
  await expect(page.getByRole('main')).toBeFocused()
  // After a reload the first Tab leads to the first link of the page.
  await page.reload()
  await expect(page).toHaveTitle('attic · Agent · Atalaya')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('a button that was busy has the focus again, and a link in the sidebar keeps it', async ({
  page,
  member,
  signIn,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.user.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Credenciales incorrectas')
  await expect(login).toBeFocused()

  // The old refusal is not announced once more when the form is submitted again.
  const announced = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const { textContent } of addedNodes) texts.push(textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  await page.getByLabel('Password', { exact: true }).fill('nor this one')
  await expect(page.getByRole('alert')).toBeHidden()
  await login.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Credenciales incorrectas')
  expect((await announced.jsonValue()).filter((text) => text === 'Credenciales incorrectas')).toHaveLength(1)
  await signIn(member)
  await page.goto('/')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards' })
  await link.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(link).toBeFocused()
})

test('arguments that are no JSON are marked, and have the focus', async ({ page, member, signIn, server }) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { agent } = await call(agents.register, { body: { name: 'cellar' } })
  await signIn(member)
  await page.goto(`/agents/${agent.agentId}`)
  await page.getByRole('button', { name: 'Send Command' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Command to Agents' })
  await dialog.getByLabel('Command', { exact: true }).fill('ping')
  const args = dialog.getByLabel('Args (JSON)')
  await args.fill('{bad')
  await dialog.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(args).toBeFocused()
  await expect(args).toHaveAttribute('aria-invalid', 'true')
  await expect(args).toHaveAccessibleDescription('Args must be a JSON object')
  await args.fill('{}')
  await expect(args).not.toHaveAttribute('aria-invalid')
})

test('switching on a ready rule is announced, and leads on to the next one', async ({ page, member, signIn }) => {
  await signIn(member)
  await page.goto('/alerts?show=rules')
  const ready = page.getByRole('region', { name: 'Ready to switch on' }).getByRole('button', { name: /^Switch on/ })
  const next = await ready.nth(1).getAttribute('aria-label')
  await ready.first().press('Enter')
  await expect(page.getByText('Rule switched on')).toBeVisible()
  await expect(page.getByRole('button', { name: next ?? '', exact: true })).toBeFocused()
  await expect(page).toHaveTitle('Rules · Alerts · Atalaya')
})
