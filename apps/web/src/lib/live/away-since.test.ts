import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/lib/calls/query-client.ts'
import { useAwaySince } from '#web/lib/live/away-since.ts'
import { recordAnswer } from '#web/lib/live/connectivity.ts'

test('a server counts as away since the newest shown data, until it answers again', () => {
  queryClient.setQueryData(['pages'], [], { updatedAt: 2_000 })
  queryClient.setQueryData(['widget-agent', 'a'], null, { updatedAt: 5_000 })
  queryClient.setQueryData(['code', 'weather'], {}, { updatedAt: 9_000 })
  const { result } = renderHook(useAwaySince)
  expect(result.current).toBeNull()
  act(() => recordAnswer(false))
  expect(result.current).toBe('1970-01-01T00:00:05.000Z')
  // A local change of the cache is no sign of the server.
  queryClient.setQueryData(['pages'], [], { updatedAt: 60_000 })
  expect(result.current).toBe('1970-01-01T00:00:05.000Z')
  act(() => recordAnswer(true))
  expect(result.current).toBeNull()
  act(() => recordAnswer(false))
  expect(result.current).toBe('1970-01-01T00:01:00.000Z')
})

test('the time since a server is away is unknown if nothing was ever shown', () => {
  const { result } = renderHook(useAwaySince)
  act(() => recordAnswer(false))
  expect(result.current).toBeNull()
})
