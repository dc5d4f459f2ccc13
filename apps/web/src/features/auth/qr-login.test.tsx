import { qr } from '@atalaya/contract/qr'
import type { Data } from '@atalaya/contract/route'
import { fireEvent, render, screen } from '@testing-library/react'
import { QRCodeSVG } from 'qrcode.react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { readSession } from '#web/lib/session/session.ts'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { advance, stopClock, waitUntil } from '#web/testing/still-clock.ts'

const LIFETIME_MS = 120_000
const tokens = { accessToken: 'access', refreshToken: 'refresh' }

let generated = 0
let polls = 0

beforeEach(() => {
  generated = 0
  polls = 0
  stopClock()
  answerCall(qr.generate, () => {
    generated += 1
    const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString()
    return { code: `code${generated}`, expiresAt, matchCode: 'K7QX', pollToken: 'poll' }
  })
  answerStatus({ status: 'pending' })
})

afterEach(() => {
  vi.useRealTimers()
})

function answerStatus(data: Data<typeof qr.status>) {
  answerCall(qr.status, () => {
    polls += 1
    return data
  })
}

const PENDING = 'Scan the QR code with your mobile device'
const EXPIRED = 'The QR code has expired. Generate a new one.'

async function openView(state?: unknown) {
  const app = renderApp({ path: '/login', state })
  fireEvent.click(await waitUntil(() => screen.getByRole('button', { name: 'Login con código QR' })))
  await waitUntil(() => screen.getByText(PENDING))
  // The first poll is answered; the next one comes in two seconds.
  await waitUntil(() => expect([polls, app.client.isFetching()]).toEqual([1, 0]))
  return app
}

test('the view has its title, a QR of 200 px, the status, the countdown and the way back', async () => {
  await openView()
  expect(screen.getByRole('heading', { name: 'Login with QR Code' })).toBeVisible()
  const picture = screen.getByRole('img', { name: 'QR code to sign in on this device' })
  expect(picture).toHaveAttribute('width', '200')
  expect(picture).toHaveAttribute('height', '200')
  expect(screen.getByRole('timer')).toHaveTextContent(/^Expires in: 2:00$/)
  expect(screen.queryByRole('button', { name: 'New QR' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Back to Traditional Login' }))
  expect(await waitUntil(() => screen.getByRole('button', { name: 'Login' }))).toBeVisible()
})

test('the QR has the error-correction level M', async () => {
  await openView()
  const drawn = screen.getByRole('img', { name: 'QR code to sign in on this device' })
  const value = `${window.location.origin}/qr-login/code1`
  const dots = (level: 'L' | 'M' | 'Q') =>
    render(<QRCodeSVG value={value} level={level} boostLevel={false} />).container.querySelector('path:last-of-type')
  const shown = drawn.querySelector('path:last-of-type')?.getAttribute('d')
  expect(shown).toBe(dots('M')?.getAttribute('d'))
  for (const level of ['L', 'Q'] as const) expect(shown).not.toBe(dots(level)?.getAttribute('d'))
})

test('the status is polled every 2 s and shown', async () => {
  await openView()
  answerStatus({ status: 'scanned' })
  await advance(1999)
  expect(polls).toBe(1)
  await advance(1)
  expect(
    await waitUntil(() => screen.getByText('QR code scanned. Enter your credentials on the mobile device')),
  ).toBeVisible()
  for (const count of [3, 4]) {
    await advance(2000)
    await waitUntil(() => expect(polls).toBe(count))
  }
})

test('a sign-in stores tokens and user, is reported, stops polling and continues after 1 s', async () => {
  const { router } = await openView({ from: { pathname: '/settings' } })
  answerStatus({ status: 'authenticated', tokens, user: ada })
  await advance(2000)
  expect(await waitUntil(() => screen.getByText('Authentication successful! Redirecting...'))).toBeVisible()
  expect(readSession()).toMatchObject({ ...tokens, user: { username: 'ada' } })
  const pollsBefore = polls
  startSession()
  await advance(999)
  expect(router.state.location.pathname).toBe('/login')
  await advance(1)
  expect(await waitUntil(() => screen.getByRole('heading', { name: 'Settings' }))).toBeVisible()
  expect(router.state.location.pathname).toBe('/settings')
  await advance(10_000)
  expect(polls).toBe(pollsBefore)
})

test('the countdown continues every 1 s', async () => {
  await openView()
  for (const left of ['1:59', '1:58']) {
    await advance(1000)
    expect(screen.getByRole('timer')).toHaveTextContent(`Expires in: ${left}`)
  }
})

test('the code expires with the countdown, and New QR makes another', async () => {
  await openView()
  await advance(LIFETIME_MS)
  expect(await waitUntil(() => screen.getByText(EXPIRED))).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'New QR' }))
  expect(await waitUntil(() => screen.getByText(PENDING))).toBeVisible()
  expect(generated).toBe(2)
})

test('polling stops when the countdown has ended', async () => {
  await openView()
  await advance(LIFETIME_MS)
  expect(await waitUntil(() => screen.getByText(EXPIRED))).toBeVisible()
  const pollsBefore = polls
  await advance(10_000)
  expect(polls).toBe(pollsBefore)
})

test('polling stops when the server says expired', async () => {
  await openView()
  answerStatus({ status: 'expired' })
  await advance(2000)
  expect(await waitUntil(() => screen.getByText(EXPIRED))).toBeVisible()
  const pollsBefore = polls
  await advance(10_000)
  expect(polls).toBe(pollsBefore)
})

test('an error of the poll is only logged; the next poll continues', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await openView()
  answerCall(qr.status, () => {
    throw new ApiError(500, 'Broken')
  })
  await advance(2000)
  await waitUntil(() => expect(log).toHaveBeenCalledWith('QR status', expect.objectContaining({ message: 'Broken' })))
  expect(screen.getByText(PENDING)).toBeVisible()
  answerStatus({ status: 'scanned' })
  await advance(2000)
  expect(
    await waitUntil(() => screen.getByText('QR code scanned. Enter your credentials on the mobile device')),
  ).toBeVisible()
  log.mockRestore()
})

test('a failure to generate shows the message with Try Again and New QR', async () => {
  answerCall(qr.generate, () => {
    throw new ApiError(429, 'Too many codes')
  })
  renderApp({ path: '/login?view=qr' })
  expect(await waitUntil(() => screen.getByRole('alert'))).toHaveTextContent('Too many codes')
  expect(screen.getByRole('button', { name: 'New QR' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back to Traditional Login' })).toBeVisible()
  answerCall(qr.generate, () => ({
    code: 'again',
    expiresAt: new Date(Date.now() + LIFETIME_MS).toISOString(),
    matchCode: 'K7QX',
    pollToken: 'poll',
  }))
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await waitUntil(() => screen.getByText(PENDING))).toBeVisible()
})
