import { audit } from '@atalaya/contract/audit'
import { backups } from '@atalaya/contract/backups'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

test('an audit that could not be read can be loaded again', async () => {
  startSession({ ...ada, role: 'admin' })
  answerCall(backups.status, () => ({ schedule: null }))
  answerCall(audit.list, () => {
    throw new ApiError(503, 'The server is busy')
  })
  const { user } = renderApp({ path: '/admin/audit' })
  expect(await screen.findByText('The audit could not be read.')).toBeVisible()
  answerCall(audit.list, () => ({ entries: [], next: null }))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Nothing recorded.')).toBeVisible()
  expect(screen.queryByText('The server is busy')).toBeNull()
})

test('an empty search is not reported as an empty audit', async () => {
  startSession({ ...ada, role: 'admin' })
  answerCall(backups.status, () => ({ schedule: null }))
  answerCall(audit.list, () => ({ entries: [], next: null }))
  renderApp({ path: '/admin/audit?query=nowhere' })
  expect(await screen.findByText('No results.')).toBeVisible()
  expect(screen.queryByText('Nothing recorded.')).toBeNull()
})

test("the CSV has the screen's filters, with days in the reader's time zone", async () => {
  startSession({ ...ada, role: 'admin' })
  answerCall(audit.list, () => ({ entries: [], next: null }))
  URL.createObjectURL = () => 'blob:csv'
  URL.revokeObjectURL = () => undefined
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const requests: object[] = []
  server.use(
    http.get('*/api/v1/audit.csv', ({ request }) => {
      requests.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.text('When\r\n')
    }),
  )
  const search = 'query=marina&about=changes&who=user-2&from=2026-01-02&to=2026-01-02'
  const { user } = renderApp({ path: `/admin/audit?${search}` })
  await user.click(await screen.findByRole('button', { name: 'CSV of these' }))
  const day = (n: number) => new Date(2026, 0, n).toISOString()
  const expectedQuery = { query: 'marina', about: 'changes', userId: 'user-2', from: day(2), to: day(3) }
  await waitFor(() => expect(requests).toEqual([expectedQuery]))
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  await user.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(requests).toEqual([expectedQuery, {}]))
  click.mockRestore()
})
