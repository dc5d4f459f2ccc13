import { auth } from '@atalaya/contract/auth'
import { backups } from '@atalaya/contract/backups'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call } from '#web/lib/calls/api.ts'
import { pingServer } from '#web/lib/calls/request.ts'
import { ada, renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

test('the banner shows that the network is away until it is back', async () => {
  renderElement(<p>Page</p>)
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  expect(await screen.findByText('You are offline. What you see may be out of date.')).toBeVisible()
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => screen.queryByText(/You are offline/)).toBeNull()
})

test('the banner shows that the server is away until the next answer', async () => {
  startSession()
  renderElement(<p>Page</p>)
  server.use(http.get('*/auth/me', () => HttpResponse.error()))
  await expect(call(auth.me, {})).rejects.toThrow('The server cannot be reached')
  expect(await screen.findByText('The server cannot be reached. Trying again…')).toBeVisible()
  answerCall(auth.me, () => ({ user: ada }))
  await call(auth.me, {})
  await expect.poll(() => screen.queryByText(/cannot be reached/)).toBeNull()
})

test('the banner notices by itself that the server stops answering, and that it is back', async () => {
  renderElement(<p>Page</p>)
  server.use(http.get('*/healthz', () => new HttpResponse('', { status: 502 })))
  expect(await screen.findByText('The server cannot be reached. Trying again…')).toBeVisible()
  server.resetHandlers()
  await expect.poll(() => screen.queryByText(/cannot be reached/)).toBeNull()
})

test('a hidden page does not check the server, and does so when it is shown again', async () => {
  let checks = 0
  server.use(
    http.get('*/healthz', () => {
      checks += 1
      return HttpResponse.json({ success: true, data: { status: 'ok' } })
    }),
  )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  renderElement(<p>Page</p>)
  await call(backups.status, {})
  vi.advanceTimersByTime(60_000)
  // Comes after a check, if there was one.
  await call(backups.status, {})
  expect(checks).toBe(0)
  hidden.mockRestore()
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => checks, { interval: 0 }).toBe(1)
})

test('an answer of a proxy for an absent server does not count as an answer', async () => {
  startSession()
  server.use(http.get('*/auth/me', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(call(auth.me, {})).rejects.toMatchObject({ status: 0, message: 'The server cannot be reached' })
})

test('a backend without the health check counts as available', async () => {
  server.use(http.get('*/healthz', () => HttpResponse.json({ error: 'Not found' }, { status: 404 })))
  expect(await pingServer()).toBe(true)
})
