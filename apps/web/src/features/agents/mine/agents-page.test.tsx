import { agents } from '@atalaya/contract/agents'
import { telemetry } from '@atalaya/contract/telemetry'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  startSession()
  answerCall(agents.tags, () => ({ tags: [] }))
  answerCall(agents.latest, () => ({ latest: [] }))
  answerCall(telemetry.range, () => ({
    from: 0,
    stepMs: 15_000,
    tier: 'raw' as const,
    counts: [],
    series: [],
    metrics: [],
  }))
})

test.each([
  ['online', false],
  ['offline', true],
] as const)('the numbers of an agent that is %s are dimmed: %s', async (status, isDim) => {
  const agent = { ...anAgent(), status, isOnline: status === 'online', lastSeen: '2026-11-20T09:00:00Z' }
  answerCall(agents.list, () => ({ agents: [agent], pagination: { total: 1, current: 1, pages: 1, pageSize: 10 } }))
  renderApp({ path: '/agents' })
  await screen.findByRole('heading', { name: 'nas' })
  const numbers = screen.getByText('Memory').closest('dl')
  expect(numbers?.classList.contains('text-muted-foreground')).toBe(isDim)
  expect(screen.queryByText(/· seen/) !== null).toBe(isDim)
})

test.each([
  [3, 0],
  [11, 1],
])('a list of %i machines has %i toolbars', async (total, count) => {
  answerCall(agents.list, () => ({ agents: [anAgent()], pagination: { total, current: 1, pages: 2, pageSize: 10 } }))
  renderApp({ path: '/agents' })
  await screen.findByRole('heading', { name: 'nas' })
  // The tools are a lazy chunk.
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryAllByRole('group', { name: 'Questions and filters' })).toHaveLength(count)
})
