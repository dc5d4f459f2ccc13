import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useConnectivity } from '#web/lib/live/connectivity.ts'
import { isReplaced } from './cached-program.ts'

afterEach(() => vi.unstubAllGlobals())

test('an unanswered check for a new version marks the server as away, and an answered one as back', async () => {
  const { result } = renderHook(useConnectivity)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isReplaced()).toBe(false)
  await waitFor(() => expect(result.current).toBe('unreachable'))
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script src="/assets/newer.js"></script>')))
  expect(await isReplaced()).toBe(true)
  await waitFor(() => expect(result.current).toBe('online'))
})
