import { auth } from '@atalaya/contract/auth'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { ada, renderApp, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { breakResponseBodies, failWithoutMessage, walk } from '#web/testing/texts/walk.tsx'

const PASSWORD = 'quiet lantern on the hill'

walk('register', 'the registration says what is wrong, and sends nothing before it is right', async () => {
  let sent = 0
  answerCall(auth.setup, () => ({ needsCode: false }))
  answerCall(auth.register, () => {
    sent += 1
    return { user: ada }
  })
  const { user } = renderApp({ path: '/register' })
  await user.type(await screen.findByLabelText('Name'), 'Ana')
  await user.type(screen.getByLabelText('Surname'), 'Ruiz')
  await user.type(screen.getByLabelText('Username'), 'guest')
  await user.type(screen.getByLabelText('Email'), 'guest@example.com')
  await user.type(screen.getByLabelText('Password'), PASSWORD)
  const repeat = screen.getByLabelText('Repeat password')
  await user.type(repeat, 'another one')
  const register = screen.getByRole('button', { name: 'Register' })
  await user.click(register)
  await waitForText('Passwords do not match')
  expect(sent).toBe(0)

  await user.clear(repeat)
  await user.type(repeat, PASSWORD)
  failWithoutMessage(auth.register, async () =>
    expect(await screen.findByRole('button', { name: 'Loading...' })).toBeDisabled(),
  )
  await user.click(register)
  await waitForText('Error al registrar usuario')
  const restoreBodies = breakResponseBodies('/auth/register')
  await user.click(register)
  await waitForText('Error de registro')
  restoreBodies()
})
