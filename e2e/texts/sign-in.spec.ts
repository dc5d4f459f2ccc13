import { login, password } from '../sign-in-form.ts'
import { expect, hold, tearAnswers, walk } from './walk.ts'

walk('the sign-in says that it runs, and why it failed', async ({ page, member }) => {
  await page.goto('/login')
  await expect(page.getByText("Don't have an account? Sign up")).toBeVisible()
  await hold(page, 'POST', '**/auth/login', () =>
    expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled(),
  )
  await login(page, member.user.email, 'not this one')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Credenciales incorrectas')
  await tearAnswers(page, '/auth/login')
  await password(page).press('Enter')
  await expect(alert).toHaveText('Error de autenticación')
})
