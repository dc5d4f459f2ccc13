import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { renderApp } from '#web/testing/render.tsx'
import { walk } from '#web/testing/texts/walk.tsx'

walk('spotify', "Spotify's window explains why it brings no code", async () => {
  const { unmount } = renderApp({ path: '/spotify-callback?error=access_denied' })
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de autenticación: access_denied')
  unmount()
  renderApp({ path: '/spotify-callback' })
  expect(await screen.findByRole('alert')).toHaveTextContent('No se recibió código de autorización')
})
