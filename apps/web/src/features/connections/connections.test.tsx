import { type Integration, integrations, type Offer } from '@atalaya/contract/integrations'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionsCard } from '#web/features/connections/connections-card.tsx'
import { onSpotifyReturn } from '#web/features/connections/spotify-return.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const redirectUri = 'http://127.0.0.1:3000/spotify-callback'
const offer: Offer = { service: 'spotify', problem: null, redirectUri }
const wanda: Integration = {
  _id: 'one',
  service: 'spotify',
  account: 'Wanda',
  status: 'connected',
  connectedAt: '2026-11-21T10:00:00Z',
  endsAt: '2027-05-21T10:00:00Z',
}

let connections: Integration[]
beforeEach(() => {
  startSession()
  connections = []
  answerCall(integrations.list, ({ query }) => {
    expect(query).toEqual({ origin: window.location.origin })
    return { integrations: connections, offers: [offer] }
  })
})

test('a connection is shown with account and end date, and ended after a confirmation', async () => {
  connections = [wanda]
  answerCall(integrations.remove, ({ params }) => {
    expect(params).toEqual({ id: 'one' })
    connections = []
    return {}
  })
  const { user } = renderElement(<ConnectionsCard />)
  expect(await screen.findByText('Connected')).toBeVisible()
  expect(screen.getByText(/^As Wanda\. Spotify asks for your consent again by May 21, 2027\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect Spotify' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Disconnect' }))
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
  expect(await screen.findByRole('button', { name: 'Connect Spotify' })).toBeVisible()
})

test('a connection that Spotify has ended asks the user to reconnect', async () => {
  connections = [{ ...wanda, status: 'reconnect' }]
  renderElement(<ConnectionsCard />)
  expect(await screen.findByText('Spotify no longer lets us in. Connect again to go on.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reconnect Spotify' })).toBeEnabled()
})

test('a service that is not set up shows the reason and the address to register', async () => {
  answerCall(integrations.list, () => ({
    integrations: [],
    offers: [{ ...offer, problem: 'Spotify is not set up here' }],
  }))
  renderElement(<ConnectionsCard />)
  expect(await screen.findByText('Spotify is not set up here')).toBeVisible()
  expect(screen.getByText(redirectUri)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a click opens the popup with Spotify, and a failure closes it', async () => {
  const popup = { location: { assign: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => popup)
  answerCall(integrations.startSpotify, () => ({ authorizeUrl: 'https://accounts.spotify.com/authorize?x=1' }))
  const { user } = renderElement(<ConnectionsCard />)
  await user.click(await screen.findByRole('button', { name: 'Connect Spotify' }))
  await waitFor(() =>
    expect(popup.location.assign.mock.calls).toEqual([['https://accounts.spotify.com/authorize?x=1']]),
  )
  answerCall(integrations.startSpotify, () => {
    throw new ApiError(409, 'Open http://127.0.0.1 instead.')
  })
  await user.click(screen.getByRole('button', { name: 'Connect Spotify' }))
  expect(await screen.findByText('Open http://127.0.0.1 instead.')).toBeVisible()
  expect(popup.close).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

describe('F8 the message of another window', () => {
  const popup = document.createElement('iframe')
  document.body.append(popup)
  const onReturn = vi.fn()
  const send = (init: MessageEventInit) => window.dispatchEvent(new MessageEvent('message', init))
  const { origin } = window.location
  const data = { type: 'spotify-auth-success' }
  const source = popup.contentWindow

  test('counts only from our popup, our origin and in the expected form', () => {
    const stop = onSpotifyReturn(() => source, onReturn)
    send({ origin: 'https://evil.example', source, data })
    send({ origin, source: window, data })
    send({ origin, source: null, data })
    for (const other of [null, 'spotify-auth-success', {}, { type: 'success' }]) send({ origin, source, data: other })
    expect(onReturn).not.toHaveBeenCalled()
    localStorage.setItem('spotify_auth_code', 'abc')
    send({ origin, source, data })
    expect(onReturn).toHaveBeenCalledTimes(1)
    // The used code is removed from the storage.
    expect(localStorage.getItem('spotify_auth_code')).toBe(null)
    stop()
    send({ origin, source, data })
    expect(onReturn).toHaveBeenCalledTimes(1)
  })

  test('counts through the storage if the popup lost its opener', () => {
    onReturn.mockReset()
    const stop = onSpotifyReturn(() => null, onReturn)
    send({ origin, source: null, data })
    const store = (key: string, newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    store('spotify_auth_code', 'abc')
    store('spotify_auth_timestamp', null)
    expect(onReturn).not.toHaveBeenCalled()
    store('spotify_auth_timestamp', '1')
    expect(onReturn).toHaveBeenCalledTimes(1)
    stop()
  })
})
