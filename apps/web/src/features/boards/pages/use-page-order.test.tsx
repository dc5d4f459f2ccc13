import { dashboard } from '@atalaya/contract/dashboard'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { usePageOrder } from '#web/features/boards/pages/use-page-order.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { aPage } from '#web/testing/boards.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const pages = ['home', 'office', 'garden'].map((_id, order) => aPage({ _id, order, active: order === 0 }))

test('a refused order does not undo a later one', async () => {
  startSession()
  const requests: string[] = []
  const first = Promise.withResolvers<never>()
  const second = Promise.withResolvers<never>()
  answerCall(dashboard.reorder, ({ body }) => {
    requests.push(body.items.map(({ id }) => id).join(' '))
    return requests.length === 1 ? first.promise : second.promise
  })
  const client = createQueryClient()
  const { result } = renderHook(() => usePageOrder(pages), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const shownIds = () => result.current.shownPages.map(({ _id }) => _id).join(' ')
  const move = (id: string, index: number) => {
    act(() => result.current.pickUp(id))
    act(() => result.current.moveTo(index))
    act(() => result.current.drop())
  }
  move('home', 1)
  await expect.poll(() => requests).toEqual(['office home garden'])
  move('garden', 0)
  expect(shownIds()).toBe('garden office home')
  await act(async () => {
    first.reject(new ApiError(409, 'No'))
    await expect.poll(() => requests).toEqual(['office home garden', 'garden office home'])
  })
  expect(shownIds()).toBe('garden office home')
  await act(async () => {
    second.reject(new ApiError(409, 'No'))
    await expect.poll(() => client.isMutating()).toBe(0)
  })
  expect(shownIds()).toBe('home office garden')
})

test('a saved order stays shown until the pages are as new as the answer', async () => {
  startSession()
  const saved = ['office', 'home', 'garden'].map((_id, order) => aPage({ _id, order, version: 2 }))
  answerCall(dashboard.reorder, () => ({ pages: saved }))
  const client = createQueryClient()
  const { result, rerender, unmount } = renderHook((known: typeof pages) => usePageOrder(known), {
    initialProps: pages,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  onTestFinished(unmount)
  const shownIds = () => result.current.shownPages.map(({ _id }) => _id).join(' ')
  act(() => result.current.pickUp('home'))
  act(() => result.current.moveTo(1))
  act(() => result.current.drop())
  await expect.poll(() => client.isMutating()).toBe(0)
  // An older copy of the list, with a page that came meanwhile.
  rerender([...pages, aPage({ _id: 'attic', order: 3, active: false })])
  expect(shownIds()).toBe('office home garden attic')
  rerender([...saved].reverse())
  expect(shownIds()).toBe('garden home office')
})
