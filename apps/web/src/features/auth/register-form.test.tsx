import { auth } from '@atalaya/contract/auth'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('a wrong birthday is reported before anything is sent', async () => {
  answerCall(auth.setup, () => ({ needsCode: false }))
  const { user } = renderApp({ path: '/register' })
  const birthday = await screen.findByLabelText('Birthday')
  expect(screen.queryByLabelText('Setup code')).toBeNull()
  await user.type(birthday, '2999-01-01')
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Enter a day between 1900 and today')).toBeVisible()
  await user.clear(birthday)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(screen.queryByText('Enter a day between 1900 and today')).toBeNull()
  expect(birthday).not.toHaveAccessibleDescription()
})

test("a weak password is reported before it is sent, in the server's words", async () => {
  answerCall(auth.setup, () => ({ needsCode: false }))
  const { user } = renderApp({ path: '/register' })
  await user.type(await screen.findByLabelText('Name'), 'Ana')
  await user.type(screen.getByLabelText('Surname'), 'Ruiz')
  const password = screen.getByLabelText('Password')
  const repeat = screen.getByLabelText('Repeat password')
  await user.type(repeat, 'quiet lantern on the hill')
  for (const [guessable, why] of [
    ['98765432', 'This password is among the first that are tried; choose another one'],
    ['AnaRuiz99', 'This password is too close to a name that others know; choose another one'],
    ['short', 'At least 8 characters'],
  ] as const) {
    await user.clear(password)
    await user.type(password, guessable)
    await user.click(repeat)
    await waitFor(() => expect(password).toHaveAccessibleDescription(expect.stringContaining(why)))
    expect(password).toBeInvalid()
  }
  expect(await screen.findByText('Passwords do not match')).toBeVisible()
  await user.clear(password)
  await user.type(password, 'quiet lantern on the hill')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
