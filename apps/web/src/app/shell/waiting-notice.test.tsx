import { agents } from '@atalaya/contract/agents'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WaitingNotice } from '#web/app/shell/waiting-notice.tsx'
import { pingServer } from '#web/lib/calls/request.ts'
import { beginWaiting, recordAnswer } from '#web/lib/live/connectivity.ts'
import { ada, renderApp, renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const NOTICE = 'Waiting for the server. This goes on by itself once it is back.'
const none = { agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 12 } }

test('a loading page shows that the server is away, and continues when it is back', async () => {
  startSession(ada)
  let answer: (() => void) | undefined
  answerCall(agents.list, async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return none
  })
  renderApp({ path: '/agents' })
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 10_000 })
  expect(screen.queryByText(NOTICE)).toBeNull()
  server.use(http.get('*/healthz', () => HttpResponse.error()))
  await act(() => pingServer())
  expect(await screen.findByText(NOTICE, {}, { timeout: 10_000 })).toBeVisible()
  server.use(http.get('*/healthz', () => HttpResponse.json({ success: true, data: { status: 'ok' } })))
  await act(() => pingServer())
  await expect.poll(() => screen.queryByText(NOTICE), { timeout: 10_000 }).toBeNull()
  answer?.()
  expect(await screen.findByRole('button', { name: /Register agent/i })).toBeVisible()
})

test('a screen on which nothing is loading shows no waiting notice', async () => {
  renderElement(
    <>
      <WaitingNotice />
      <p>Page</p>
    </>,
  )
  await screen.findByText('Page')
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    recordAnswer(true)
  })
  act(() => recordAnswer(false))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByText(NOTICE)).toBeNull()
  let done: (() => void) | undefined
  act(() => {
    done = beginWaiting()
  })
  act(() => void vi.advanceTimersByTime(1_999))
  expect(screen.queryByText(NOTICE)).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText(NOTICE)).toBeVisible()
  act(() => done?.())
  expect(screen.queryByText(NOTICE)).toBeNull()
})
