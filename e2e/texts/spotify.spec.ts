import { expect, walk } from './walk.ts'

walk("what Spotify's window says when it brings no code", async ({ page }) => {
  await page.goto('/spotify-callback?error=access_denied')
  await expect(page.getByRole('alert')).toHaveText('Error de autenticación: access_denied')
  await page.goto('/spotify-callback')
  await expect(page.getByRole('alert')).toHaveText('No se recibió código de autorización')
})
