import { auth } from '@atalaya/contract/auth'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { breakResponseBodies, holdUntil, walk } from '#web/testing/texts/walk.tsx'

walk('sign-in', 'the sign-in shows that it is running, and why it failed', async () => {
  answerCall(auth.login, () => {
    throw new ApiError(401, 'Credenciales incorrectas')
  })
  const { user } = renderApp({ path: '/login' })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  holdUntil(auth.login, async () => expect(await screen.findByRole('button', { name: 'Loading...' })).toBeDisabled())
  await user.type(screen.getByLabelText('Password'), 'not this one{Enter}')
  await waitForText('Credenciales incorrectas')
  const restoreBodies = breakResponseBodies('/auth/login')
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  await waitForText('Error de autenticación')
  restoreBodies()
})
