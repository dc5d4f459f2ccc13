import { type Integration, integrations } from '@atalaya/contract/integrations'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpotifyCallbackPage } from '#web/features/connections/spotify-callback-page.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { advance, stopClock, waitUntil } from '#web/testing/still-clock.ts'

const connected: Integration = {
  _id: 'one',
  service: 'spotify',
  account: 'Wanda',
  status: 'connected',
  connectedAt: '2026-11-21T10:00:00Z',
  endsAt: '2027-05-21T10:00:00Z',
}

const opener = { postMessage: vi.fn() }
// jsdom's window has no opener, and closing it would end the test.
const close = vi.spyOn(window, 'close')

beforeEach(() => {
  close.mockReset().mockImplementation(() => undefined)
  opener.postMessage.mockReset()
  vi.stubGlobal('opener', opener)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const routes = [
  { path: '/spotify-callback', element: <SpotifyCallbackPage /> },
  { path: '/', element: <p>Home</p> },
]
const arrive = (search: string) => renderApp({ path: `/spotify-callback${search}`, routes })
const storedItems = () => [localStorage.getItem('spotify_auth_code'), localStorage.getItem('spotify_auth_timestamp')]

test('a code is exchanged and stored, then the page informs the opener, and closes after 2 s', async () => {
  startSession()
  let calls = 0
  const answered = Promise.withResolvers<void>()
  answerCall(integrations.exchangeSpotify, async ({ body }) => {
    calls++
    expect(body).toEqual({ code: 'abc', state: 'xyz' })
    await answered.promise
    return { integration: connected }
  })
  stopClock()
  vi.setSystemTime('2026-11-21T10:00:00Z')
  const { router } = arrive('?code=abc&state=xyz')
  expect(await waitUntil(() => screen.getByText('Connecting Spotify...'))).toBeVisible()
  answered.resolve()
  expect(await waitUntil(() => screen.getByText('Spotify is connected'))).toBeVisible()
  expect(storedItems()).toEqual(['abc', expect.stringMatching(/^179525/)])
  // Only a page of this origin may read it.
  expect(opener.postMessage.mock.calls).toEqual([[{ type: 'spotify-auth-success' }, window.location.origin]])
  await advance(1_999)
  expect(close).not.toHaveBeenCalled()
  expect(router.state.location.pathname).toBe('/spotify-callback')
  await advance(1)
  expect(close).toHaveBeenCalledTimes(1)
  await waitUntil(() => expect(router.state.location.pathname).toBe('/'))
  expect(calls).toBe(1)
})

test('a code without our state is stored, and not exchanged', async () => {
  stopClock()
  arrive('?code=abc')
  expect(await waitUntil(() => screen.getByText('Spotify has answered'))).toBeVisible()
  expect(storedItems()).toEqual(['abc', expect.any(String)])
})

test.each([
  ['?error=access_denied', 'Error de autenticación: access_denied'],
  ['', 'No se recibió código de autorización'],
  ['?state=xyz', 'No se recibió código de autorización'],
])('the callback with "%s" shows its message, stores nothing, and closes after 3 s', async (search, message) => {
  stopClock()
  const { router } = arrive(search)
  expect(await waitUntil(() => screen.getByRole('alert'))).toHaveTextContent(message)
  expect(storedItems()).toEqual([null, null])
  await advance(2_999)
  expect(close).not.toHaveBeenCalled()
  await advance(1)
  expect(close).toHaveBeenCalledTimes(1)
  expect(router.state.location.pathname).toBe('/spotify-callback')
})

test('a failed exchange is reported', async () => {
  startSession()
  answerCall(integrations.exchangeSpotify, () => {
    throw new ApiError(400, 'This authorisation is not valid (any more)')
  })
  arrive('?code=abc&state=xyz')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Error de autenticación: This authorisation is not valid (any more)',
  )
  expect(storedItems()).toEqual([null, null])
})
