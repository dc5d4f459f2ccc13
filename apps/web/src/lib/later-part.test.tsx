import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from '#web/components/error-boundary.tsx'
import { pingServer } from '#web/lib/calls/request.ts'
import { laterPart } from '#web/lib/later-part.ts'
import { server } from '#web/testing/server.ts'

const failToLoad = () => Promise.reject(new Error('Failed to fetch'))

function show(Part: ReturnType<typeof laterPart>) {
  render(
    <ErrorBoundary fallback={() => 'reload'}>
      <p>list</p>
      <Suspense fallback="skeleton">
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
}

test('without the server a screen stays without its later part, which comes when the server is back', async () => {
  let isAway = true
  server.use(http.get('*/healthz', () => (isAway ? HttpResponse.error() : HttpResponse.json({}))))
  const load = vi.fn(async () => (isAway ? await failToLoad() : () => <p>tools</p>))
  show(laterPart(load))
  expect(await screen.findByText('skeleton')).toBeVisible()
  await pingServer()
  expect(screen.getByText('list')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
  isAway = false
  await pingServer()
  expect(await screen.findByText('tools')).toBeVisible()
})

test('code that a present server does not have is an error of the screen', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  show(laterPart(failToLoad))
  expect(await screen.findByText('reload')).toBeVisible()
})
