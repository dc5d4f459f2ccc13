import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const emptyPage = { total: 0, current: 1, pages: 1, pageSize: 10 }

test.each([
  ['summer', '2026-03-30T10:00:00.000Z', '2026-03-23T11:00:00.000Z'],
  ['winter', '2026-10-26T11:00:00.000Z', '2026-10-19T10:00:00.000Z'],
])('after the change to %s time, the week before is at the same local time', async (_time, from, weekBefore) => {
  startSession()
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a' }) }))
  answerCall(agents.records, () => ({ records: [], pagination: emptyPage }))
  answerCall(commands.listOfAgent, () => ({ commands: [], pagination: emptyPage }))
  answerCall(preferenceCalls.read, () => ({ preferences: { formats: { zone: 'Europe/Madrid' } } }))
  answerCall(preferenceCalls.keep, () => ({}))
  const requests: string[] = []
  answerCall(telemetry.range, ({ query }) => {
    requests.push(query.from)
    const values = [10, 20, 37]
    const series = [{ metric: 'cpu.percent', min: values, avg: values, max: values }]
    const shown = { from: Date.parse(from), stepMs: 15_000, tier: 'raw' as const, counts: [1, 1, 1] }
    return { ...shown, series, metrics: ['cpu.percent'] }
  })
  const { user } = renderApp({ path: '/agents/a' })
  await screen.findByRole('slider', { name: 'CPU over time' })
  await user.click(screen.getByRole('button', { name: 'The week before' }))
  await waitFor(() => expect(requests).toContain(weekBefore))
})
