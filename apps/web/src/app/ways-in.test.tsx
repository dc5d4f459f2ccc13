import { auth } from '@atalaya/contract/auth'
import { identities, oidc } from '@atalaya/contract/identities'
import { screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { IdentityDialog } from '#web/features/account/identity-dialog.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { bea, renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const provider = { id: 'club', name: 'Club' }
const refuse = (message: string) => () => {
  throw new ApiError(400, message)
}
const errors = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

beforeEach(() => {
  const meta = document.createElement('meta')
  meta.name = 'providers'
  meta.content = JSON.stringify([provider])
  document.head.append(meta)
  onTestFinished(() => meta.remove())
})

test('only the last used way to confirm shows its error', async () => {
  startSession(bea)
  const linked = {
    _id: 'i1',
    lastUsedAt: null,
    issuer: 'https://club.example',
    label: 'bea',
    linkedAt: '2026-11-01T00:00:00Z',
    provider,
  }
  answerCall(identities.list, () => ({
    identities: [linked],
    providers: [provider],
    hasPassword: true,
    localSignIn: true,
  }))
  answerCall(auth.confirm, refuse('That is not your password'))
  answerCall(identities.confirm, refuse('The club does not answer'))
  const { user } = renderElement(<IdentityDialog />)
  await user.type(await screen.findByLabelText('Your password'), 'wrong{Enter}')
  await waitForText('That is not your password')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Club again instead' }))
  await waitForText('The club does not answer')
  expect(errors()).toEqual(['The club does not answer'])
  await user.type(screen.getByLabelText('Your password'), 'x')
  expect(errors()).toEqual([])
})

test('a wrong password is answered with whom to ask for a new one', async () => {
  answerCall(auth.login, () => {
    throw new ApiError(401, 'Credenciales incorrectas')
  })
  const { user } = renderElement(<LoginForm hasEnded={false} onQr={() => undefined} signUp="" />)
  await user.type(await screen.findByLabelText('Email'), 'bea@example.com')
  expect(screen.queryByText(/Forgot your password/)).toBeNull()
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitForText('Forgot your password? Ask an administrator.')
})

test('only the last used way to sign in shows its error', async () => {
  answerCall(auth.login, refuse('Credenciales incorrectas'))
  answerCall(oidc.start, refuse('The club does not answer'))
  const { user } = renderElement(<LoginForm hasEnded={false} onQr={() => undefined} signUp="" />)
  await user.type(await screen.findByLabelText('Email'), 'bea@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  await waitForText('Credenciales incorrectas')
  await user.click(await screen.findByRole('button', { name: 'Sign in with Club' }))
  await waitForText('The club does not answer')
  expect(errors()).toEqual(['The club does not answer'])
  await user.type(screen.getByLabelText('Password'), 'x')
  expect(errors()).toEqual([])
})
