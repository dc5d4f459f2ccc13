import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useLastPage, usePagedQuery } from '#web/lib/calls/use-paged-query.ts'

test('a page that can not be read keeps the previous one on screen, marked as old', async () => {
  const read = vi.fn(async (page: number) => `page ${page}`)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result, rerender } = renderHook(
    ({ page }) => usePagedQuery({ queryKey: ['list', page], queryFn: () => read(page) }),
    {
      initialProps: { page: 1 },
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  )
  const shownState = () => {
    const { data, isOld, isError } = result.current
    return { data, isOld, isError }
  }
  await expect.poll(shownState).toEqual({ data: 'page 1', isOld: false, isError: false })
  read.mockRejectedValueOnce(new Error('away'))
  rerender({ page: 2 })
  expect(shownState()).toEqual({ data: 'page 1', isOld: true, isError: false })
  await expect.poll(shownState).toEqual({ data: 'page 1', isOld: true, isError: true })
  await act(() => result.current.refetch())
  await expect.poll(shownState).toEqual({ data: 'page 2', isOld: false, isError: false })
})

test('a page beyond the last one leads to the last one, once the new answer is there', () => {
  const goTo = vi.fn()
  const props = { page: 3, pages: 2 as number | undefined, isOld: true }
  const { rerender } = renderHook((shown) => useLastPage(shown, goTo), { initialProps: props })
  rerender({ ...props, pages: undefined, isOld: false })
  rerender({ ...props, pages: 3, isOld: false })
  expect(goTo).not.toHaveBeenCalled()
  rerender({ ...props, isOld: false })
  expect(goTo).toHaveBeenCalledExactlyOnceWith({ page: 2 })
})
