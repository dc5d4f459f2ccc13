import { birthday } from '../birthday.ts'
import { expect, walk } from './walk.ts'

walk('an unknown address shows an error, and Home its title and a birthday', async ({ page, newAccount, signIn }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await signIn(await newAccount({ birthday }))
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Happy Birthday/ })).toBeVisible()
})
