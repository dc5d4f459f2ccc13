import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientLayout } from '#web/app/client/client-layout.tsx'
import { IdleClock } from '#web/app/client/idle-clock.tsx'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { server } from '#web/testing/server.ts'
import { advance, stopClock } from '#web/testing/still-clock.ts'

beforeEach(() => {
  stopClock()
  vi.setSystemTime(new Date(2026, 10, 21, 8, 5, 10))
})
afterEach(() => {
  vi.useRealTimers()
})

test("the header's clock refreshes every 30 s", async () => {
  startSession()
  server.use(
    http.get('*/healthz', () => HttpResponse.json({})),
    http.head('*/client', () => HttpResponse.json({})),
  )
  renderApp({ path: '/client', routes: [{ path: '*', element: <ClientLayout>pages</ClientLayout> }] })
  const clock = screen.getByRole('time')
  const shownSeconds = () => new Date(clock.getAttribute('datetime') ?? '').getSeconds()
  expect(shownSeconds()).toBe(10)
  await advance(19_999)
  expect(shownSeconds()).toBe(10)
  await advance(1)
  expect(shownSeconds()).toBe(30)
  await advance(30_000)
  expect(clock).toHaveTextContent('08:06')
})

test("the screensaver's clock refreshes every 1 s", async () => {
  render(<IdleClock />)
  expect(screen.getByText('08:05:10')).toBeVisible()
  await advance(999)
  expect(screen.getByText('08:05:10')).toBeVisible()
  await advance(1)
  expect(screen.getByText('08:05:11')).toBeVisible()
})

test("the screensaver's clock shows each full second again after the device's clock was set", async () => {
  render(<IdleClock />)
  vi.setSystemTime(new Date(2026, 10, 21, 9, 30, 0, 400))
  await advance(1000)
  expect(screen.getByText('09:30:01')).toBeVisible()
  await advance(599)
  expect(screen.getByText('09:30:01')).toBeVisible()
  await advance(1)
  expect(screen.getByText('09:30:02')).toBeVisible()
})
