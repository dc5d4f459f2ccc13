import { randomBytes } from 'node:crypto'
import { expect, failSilently, tearAnswers, walk } from './walk.ts'

const PASSWORD = 'quiet lantern on the hill'

walk('the registration says what is wrong, and sends nothing before it is right', async ({ page }) => {
  const username = `guest-${randomBytes(4).toString('hex')}`
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Ana')
  await page.getByLabel('Surname').fill('Ruiz')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  const repeat = page.getByRole('textbox', { name: 'Repeat password' })
  await repeat.fill('another one')
  const register = page.getByRole('button', { name: 'Register' })
  await register.click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Passwords do not match')
  expect(sent).toEqual([])

  await repeat.fill(PASSWORD)
  await failSilently(page, 'POST', '**/auth/register', () =>
    expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled(),
  )
  await register.click()
  await expect(alert).toHaveText('Error al registrar usuario')
  await tearAnswers(page, '/auth/register')
  await register.click()
  await expect(alert).toHaveText('Error de registro')
})
