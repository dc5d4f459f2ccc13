import { users } from '@atalaya/contract/users'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('an error while a page loads is shown in the frame; Try Again loads again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  startSession()
  answerCall(users.list, () => {
    throw new ApiError(403, 'Not today')
  })
  const { user } = renderApp({ path: '/admin/users' })
  const problem = await screen.findByRole('alert')
  expect(within(problem).getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(within(problem).getByText('Not today')).toBeVisible()
  expect(within(problem).getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('button', { name: 'Go to Client' })).toBeVisible()

  answerCall(users.list, () => ({ users: [ada] }))
  await user.click(within(problem).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Users' })).toBeVisible()
  vi.restoreAllMocks()
})
