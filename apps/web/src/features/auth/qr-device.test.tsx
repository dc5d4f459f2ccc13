import { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'
import { advance, stopClock, waitUntil } from '#web/testing/still-clock.ts'

const tokens = { accessToken: 'access', refreshToken: 'refresh' }
const requester = {
  browser: 'Chrome',
  os: 'Linux',
  ip: '192.168.1.20',
  when: '2026-05-01T10:00:00Z',
  sameNetwork: true,
}

beforeEach(() => {
  answerCall(qr.status, () => ({ status: 'pending' as const }))
  answerScan()
})

afterEach(() => {
  vi.useRealTimers()
})

function answerScan(change: Partial<Data<typeof qr.scan>['requester']> = {}) {
  answerCall(qr.scan, ({ body }) => {
    expect(body).toEqual({ code: 'abc' })
    const expiresAt = new Date(Date.now() + 120_000).toISOString()
    return { status: 'scanned' as const, expiresAt, matchCode: 'K7QX', requester: { ...requester, ...change } }
  })
}

const authenticateButton = () => screen.findByRole('button', { name: 'Authenticate' })

test('a pending code is scanned, then the requesting device and the form appear', async () => {
  renderApp({ path: '/qr-login/abc' })
  expect(await screen.findByText('Verifying QR code...')).toBeVisible()
  expect(await authenticateButton()).toBeDisabled()
  expect(screen.getByText('Chrome on Linux')).toBeVisible()
  expect(screen.getByText(/192\.168\.1\.20/)).toBeVisible()
  expect(screen.getByText('K7QX')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a device in another network shows a warning', async () => {
  answerScan({ sameNetwork: false })
  renderApp({ path: '/qr-login/abc' })
  expect(await screen.findByRole('alert')).toHaveTextContent('That device is in another network than yours.')
})

test('a second scan is refused, with a link to Home', async () => {
  answerCall(qr.scan, () => {
    throw new ApiError(409, 'This QR code has already been scanned')
  })
  renderApp({ path: '/qr-login/abc' })
  expect(await screen.findByRole('alert')).toHaveTextContent('This QR code has already been scanned')
  expect(screen.getByRole('link', { name: 'Go Back Home' })).toBeVisible()
})

test('both fields are required; valid credentials set the session and lead to / after 1500 ms', async () => {
  answerCall(qr.authenticate, ({ body }) => {
    expect(body).toEqual({ code: 'abc', username: 'ada', password: 'correct horse' })
    return { status: 'authenticated' as const, tokens, user: ada }
  })
  const { user, router } = renderApp({ path: '/qr-login/abc' })
  await user.type(await screen.findByLabelText('Username or email'), 'ada')
  expect(await authenticateButton()).toBeDisabled()
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  // From now on the server answers as for a signed-in user, as the page asks for the account at once.
  startSession()
  const submit = await authenticateButton()
  stopClock()
  fireEvent.click(submit)
  expect(await waitUntil(() => screen.getByText('Authentication successful! Redirecting...'))).toBeVisible()
  expect(readSession()).toMatchObject(tokens)
  await advance(1499)
  expect(router.state.location.pathname).toBe('/qr-login/abc')
  await advance(1)
  await waitUntil(() => expect(router.state.location.pathname).toBe('/'))
})

test.each([
  ['the message of the server', () => Promise.reject(new ApiError(401, 'Too late')), 'Too late'],
  ['a default text if the server sends none', undefined, 'Credenciales incorrectas'],
])('refused credentials show %s', async (_what, answer, message) => {
  if (answer) answerCall(qr.authenticate, answer)
  else server.use(http.post('*/auth/qr/authenticate', () => HttpResponse.json({ success: false })))
  const { user } = renderApp({ path: '/qr-login/abc' })
  await user.type(await screen.findByLabelText('Username or email'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
})

test('an expired code shows the notice', async () => {
  answerCall(qr.status, () => ({ status: 'expired' as const }))
  renderApp({ path: '/qr-login/abc' })
  expect(await screen.findByText('The QR code has expired')).toBeVisible()
  expect(screen.getByText('Generate a new QR code from the main device')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/')
})

test('a used code redirects to Home', async () => {
  answerCall(qr.status, () => ({ status: 'authenticated' as const }))
  startSession()
  const { router } = renderApp({ path: '/qr-login/abc' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('a missing code counts as invalid', async () => {
  renderApp({ path: '/qr-login' })
  expect(await screen.findByText('Invalid QR code')).toBeVisible()
})

test.each([
  ['status', 'get', 'Error verificando estado del QR'],
  ['scan', 'post', 'Error escaneando código QR'],
] as const)('a failure of %s without a message shows its default', async (call, verb, message) => {
  server.use(
    http[verb](`*/auth/qr/${call}*`, () => HttpResponse.json({ success: false })),
    http.get('*/auth/qr/status/abc', () =>
      HttpResponse.json({ success: call === 'scan', data: { status: 'pending' as const } }),
    ),
  )
  renderApp({ path: '/qr-login/abc' })
  expect(await screen.findByText(message)).toBeVisible()
})
