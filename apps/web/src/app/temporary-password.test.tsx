import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const TITLE = 'Choose your own password'

async function choosePassword(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Temporary password'), 'gq7zv1')
  await user.type(screen.getByLabelText('New password'), 'a garden at night')
  await user.type(screen.getByLabelText('Repeat password'), 'a garden at night{Enter}')
}

test('a temporary password opens only one screen, and after the change the requested one', async () => {
  startSession()
  let isTemporary = true
  answerCall(auth.me, () => ({ user: ada, mustChangePassword: isTemporary || undefined }))
  answerCall(auth.changePassword, ({ body }) => {
    expect(body).toEqual({ currentPassword: 'gq7zv1', newPassword: 'a garden at night' })
    isTemporary = false
    return {}
  })
  const { user, router } = renderApp({ path: '/settings' })
  expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible()
  expect(screen.queryByRole('navigation')).toBeNull()
  await choosePassword(user)
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/settings')
})

test('a call refused for the temporary password leads to the change of password, and is repeated afterwards', async () => {
  startSession()
  let isTemporary = true
  const refusal = { success: false, error: 'No', message: 'No', code: 'password_change_required', requestId: 'test' }
  server.use(
    http.get(`*${users.list.path}`, () =>
      isTemporary
        ? HttpResponse.json(refusal, { status: 403 })
        : HttpResponse.json({ success: true, data: { users: [ada] } }),
    ),
  )
  answerCall(users.locks, () => ({ locks: [] }))
  answerCall(auth.me, () => ({ user: ada, mustChangePassword: isTemporary || undefined }))
  answerCall(auth.changePassword, () => {
    isTemporary = false
    return {}
  })
  const { user } = renderApp({ path: '/admin/users' })
  expect(await screen.findByRole('heading', { name: TITLE })).toBeVisible()
  await choosePassword(user)
  expect(await screen.findByPlaceholderText('Filter emails...')).toBeVisible()
})

test('a refusal is shown, and Log out leaves the screen', async () => {
  startSession()
  answerCall(auth.me, () => ({ user: ada, mustChangePassword: true }))
  answerCall(auth.logout, () => ({}))
  answerCall(auth.changePassword, () => {
    throw new ApiError(429, 'Too many wrong passwords; try again later')
  })
  const { user, router } = renderApp({ path: '/settings' })
  await choosePassword(user)
  await waitForText('Too many wrong passwords; try again later')
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})
