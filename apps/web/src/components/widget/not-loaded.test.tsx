import { modules } from '@atalaya/contract/modules'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Widget } from '#web/components/widget/widget.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { aModule } from '#web/testing/boards.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { advance, stopClock, waitUntil } from '#web/testing/still-clock.ts'

const SECOND = 1_000

beforeEach(() => {
  startSession()
  stopClock()
})
afterEach(() => void vi.useRealTimers())

test('a widget that could not be loaded is retried by itself, less and less often', async () => {
  let tries = 0
  answerCall(modules.list, () => {
    tries += 1
    throw new ApiError(500, `No ${tries}`)
  })
  const { meta, ...module } = aModule('of-clock', [0, 0, 2, 1])
  renderElement(<Widget module={{ ...module, meta: { ...meta, id: 'clock', isSandboxed: true } }} />)
  await waitUntil(() => screen.getByText('No 1'))
  for (const [seconds, count] of [15, 30, 60, 120, 240, 300, 300].map((wait, index) => [wait, index + 1] as const)) {
    await advance(seconds * SECOND - 1)
    expect(tries).toBe(count)
    await advance(1)
    await waitUntil(() => screen.getByText(`No ${count + 1}`))
  }
})
