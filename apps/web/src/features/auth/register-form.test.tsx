import { auth } from '@atalaya/contract/auth'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

test('what is wrong with a birthday is told before anything is sent', async () => {
  on(auth.setup, () => ({ needsCode: false }))
  const { user } = renderApp({ path: '/register' })
  const birthday = await screen.findByLabelText('Birthday')
  await user.type(birthday, '2999-01-01')
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Enter a day between 1900 and today')).toBeVisible()
  await user.clear(birthday)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(screen.queryByText('Enter a day between 1900 and today')).toBeNull()
  expect(birthday).not.toHaveAccessibleDescription()
})
