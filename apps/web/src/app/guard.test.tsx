import { auth } from '@atalaya/contract/auth'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Guard } from '#web/app/guard.tsx'
import { meQuery } from '#web/features/account/account.queries.ts'
import { clearSession } from '#web/lib/session/session.ts'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const tokens = { accessToken: 'access', refreshToken: 'refresh' }

test('without an access token the guard replaces the screen by /login, with the location as state.from', async () => {
  const { router } = renderApp({ path: '/settings' })
  await screen.findByRole('button', { name: 'Login' })
  expect(router.state.location.pathname).toBe('/login')
  expect(router.state.historyAction).toBe('REPLACE')
  expect(router.state.location.state.from.pathname).toBe('/settings')
  expect(screen.queryByText(/session has ended/)).toBeNull()
})

test('a successful login returns to the requested screen', async () => {
  answerCall(auth.login, ({ body }) => {
    expect(body).toEqual({ username: 'ada@example.com', password: 'correct horse' })
    return { tokens, user: ada }
  })
  answerCall(auth.me, () => ({ user: ada }))
  const { user, router } = renderApp({ path: '/settings?x=1#here' })
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/settings', search: '?x=1', hash: '#here' })
  // Going back does not lead to the sign-in.
  expect(router.state.historyAction).toBe('REPLACE')
})

test.each(['//evil.test', '/\\evil.test', 'https:evil.test', 'https://evil.test/', 'javascript:alert(1)'])(
  'F5 a login stays in the app where state.from is %s',
  async (pathname) => {
    answerCall(auth.login, () => ({ tokens, user: ada }))
    answerCall(auth.me, () => ({ user: ada }))
    const { user, router } = renderApp({ path: '/login', state: { from: { pathname } } })
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/', search: '', hash: '' }))
  },
)

test.each(['/login', '/register'])('a signed-in user is redirected away from %s', async (path) => {
  startSession()
  const { router } = renderApp({ path })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('Log out clears the three items of the session, and leads to /login without a screen to return to', async () => {
  startSession()
  const ended: unknown[] = []
  answerCall(auth.logout, ({ body }) => {
    ended.push(body)
    return {}
  })
  const { user, router } = renderApp({ path: '/settings' })
  expect(await screen.findByRole('link', { name: 'GitHub (opens in a new tab)' })).toHaveAttribute('target', '_blank')
  await user.click(await screen.findByRole('button', { name: /^Account menu of ?ada/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('button', { name: 'Login' })
  expect(router.state.location.state).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('auth_'))).toEqual([])
  await waitFor(() => expect(ended).toEqual([{ refreshToken: 'refresh' }]))
})

test('a person signed out elsewhere sees the reason, and returns to the same page after signing in', async () => {
  startSession()
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

test.each(['/admin/users', '/admin/agents?view=v1', '/admin/audit'])(
  '%s redirects other users home with a message, and requests none of its data',
  async (path) => {
    const requests: string[] = []
    const record = ({ request }: { request: Request }) => void requests.push(new URL(request.url).pathname)
    server.events.on('request:start', record)
    startSession(bea)
    const { router } = renderApp({ path })
    await waitForText('That screen is for administrators.')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    server.events.removeListener('request:start', record)
    expect(requests.filter((address) => /users|backups|installation|audit|agents$/.test(address))).toEqual([])
  },
)

function Greeting() {
  return <p>Hello {useQuery(meQuery).data?.user.name}</p>
}

test('an account that signs in from another tab sees nothing that was read for the one before', async () => {
  startSession()
  const { client } = renderApp({ routes: [{ Component: Guard, children: [{ index: true, Component: Greeting }] }] })
  await waitForText('Hello Ada')
  client.setQueryData(['secret'], 1)
  const answer = Promise.withResolvers<{ user: typeof bea }>()
  answerCall(auth.me, () => answer.promise)
  localStorage.setItem('auth_user', JSON.stringify(bea))
  localStorage.setItem('auth_access_token', 'of bea')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_access_token' })))
  expect(screen.getByText('Hello')).toBeVisible()
  expect(client.getQueryData(['secret'])).toBeUndefined()
  answer.resolve({ user: bea })
  await waitForText('Hello Bea')
})
