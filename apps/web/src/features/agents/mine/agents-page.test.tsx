import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

beforeEach(() => {
  signedIn()
  on(agents.tags, () => ({ tags: [] }))
  on(agents.latest, () => ({ latest: [] }))
  on(telemetry.range, () => ({ from: 0, stepMs: 15_000, tier: 'raw' as const, counts: [], series: [], metrics: [] }))
})

test.each([
  [3, 0],
  [11, 1],
])('of %i machines the list has tools %i times', async (total, count) => {
  on(agents.list, () => ({ agents: [anAgent()], pagination: { total, current: 1, pages: 2, pageSize: 10 } }))
  renderApp({ path: '/agents' })
  await screen.findByRole('heading', { name: 'nas' })
  // The tools come as a file of their own.
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryAllByRole('group', { name: 'Questions and filters' })).toHaveLength(count)
})
