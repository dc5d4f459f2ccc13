import { expect, walk } from './walk.ts'

const today = new Date()
const birthday = `1990-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`

walk('the frame around the screens, and a place that is not there @once', async ({ page, newAccount, signIn }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await signIn(await newAccount({ birthday }))
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Happy Birthday/ })).toBeVisible()
})
