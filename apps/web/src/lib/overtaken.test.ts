import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { watchOvertaken } from '#web/lib/overtaken.ts'

test('what an event overtook is fetched once more, and only that', async () => {
  const client = new QueryClient()
  const answers = ['old', 'new']
  const first = Promise.withResolvers<void>()
  const read = vi.fn(async () => {
    const answer = answers.shift()
    await first.promise
    return answer
  })
  const calm = vi.fn(async () => 'calm')
  const watch = watchOvertaken(client)
  await client.fetchQuery({ queryKey: ['calm'], queryFn: calm })
  const leave = new QueryObserver(client, { queryKey: ['list'], queryFn: read }).subscribe(() => undefined)
  watch.note()
  first.resolve()
  await vi.waitFor(() => expect(client.getQueryData(['list'])).toBe('new'))
  expect(read).toHaveBeenCalledTimes(2)
  expect(calm).toHaveBeenCalledTimes(1)
  leave()
  watch.stop()
  client.clear()
})
