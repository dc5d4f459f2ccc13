import { auth } from '@atalaya/contract/auth'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearSession } from '#web/lib/session.ts'
import { ada, renderApp, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

const tokens = { accessToken: 'access', refreshToken: 'refresh' }

test('without an access token the guard redirects to /login, replacing, with the location as state.from', async () => {
  const { router } = renderApp({ path: '/settings' })
  await screen.findByRole('button', { name: 'Login' })
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.historyAction).toBe('REPLACE')
  expect(router.state.location.state.from.pathname).toBe('/settings')
  expect(screen.queryByText(/session has ended/)).toBeNull()
})

test('a successful login returns to where one wanted to go', async () => {
  on(auth.login, ({ body }) => {
    expect(body).toEqual({ username: 'ada@example.com', password: 'correct horse' })
    return { tokens, user: ada }
  })
  on(auth.me, () => ({ user: ada }))
  const { user } = renderApp({ path: '/settings' })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('the main layout renders for a session; Log out clears the three items and leads to /login with nothing to return to', async () => {
  signedIn()
  on(auth.logout, () => ({}))
  const { user, router } = renderApp({ path: '/settings' })
  await user.click(await screen.findByRole('button', { name: /^Account menu of ?ada/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('button', { name: 'Login' })
  expect(router.state.location.state).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('auth_'))).toEqual([])
})

test('who is signed out by somebody else is told so, and led back where they were', async () => {
  signedIn()
  const { router } = renderApp({ path: '/settings' })
  await screen.findByRole('heading', { name: 'Settings' })
  act(() => clearSession())
  expect(await screen.findByText('Your session has ended. Sign in again.')).toBeVisible()
  expect(router.state.location.state.from.pathname).toBe('/settings')
})

test('any other path is the not-found screen', async () => {
  renderApp({ path: '/no/such/page' })
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.getByText("Sorry, the route you're trying to visit doesn't exist or has changed.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  expect(screen.getByText('Code: 404 • If the problem persists, contact support.')).toBeVisible()
})
