import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { agentListQuery } from '#web/features/agents/agents.queries.ts'
import { backupsQuery } from '#web/features/backups/backups.queries.ts'
import { installationQuery } from '#web/features/installation/installation.queries.ts'
import { locksQuery } from '#web/features/users/user-locks.ts'

const SECOND = 1000
const paging = { page: 1, pageSize: 10 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

test.each<[string, object, object, number]>([
  ['a backup that is being made', backupsQuery, { isAsked: true }, 3],
  ['the newest backup', backupsQuery, { isAsked: false }, 300],
  ['locked accounts', locksQuery, [], 60],
  ['the state of the installation', installationQuery, {}, 60],
  ['a list of agents in the order of a number', agentListQuery({ ...paging, sort: 'cpu' }), {}, 30],
])('polling reads again after its interval, and not earlier: %s', async (_what, options, data, seconds) => {
  const read = vi.fn(async () => data)
  const observer = new QueryObserver(new QueryClient(), {
    ...options,
    queryFn: read,
  } as unknown as QueryObserverOptions)
  onTestFinished(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(seconds * SECOND - 1)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a list of agents in the order of their names is not polled', async () => {
  const read = vi.fn(async () => ({}))
  const options = { ...agentListQuery(paging), queryFn: read } as unknown as QueryObserverOptions
  onTestFinished(new QueryObserver(new QueryClient(), options).subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(3600 * SECOND)
  expect(read).toHaveBeenCalledTimes(1)
})
