import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const emptyPage = { total: 0, current: 1, pages: 1, pageSize: 10 }

test('records that could not be loaded are not shown as missing, and can be loaded again', async () => {
  startSession()
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a' }) }))
  answerCall(commands.listOfAgent, () => ({ commands: [], pagination: emptyPage }))
  answerCall(preferenceCalls.keep, () => ({}))
  const nothing = { from: 0, stepMs: 15_000, tier: 'raw' as const, counts: [], series: [], metrics: [] }
  answerCall(telemetry.range, () => nothing)
  answerCall(agents.records, () => {
    throw new ApiError(503, 'Away')
  })
  const { user } = renderApp({ path: '/agents/a' })
  const latest = within(await screen.findByLabelText('Latest data'))
  expect(await latest.findByText('The server could not be asked for the data.')).toBeVisible()
  expect(latest.queryByText('No recent data')).toBeNull()
  answerCall(agents.records, () => ({ records: [], pagination: emptyPage }))
  await user.click(latest.getByRole('button', { name: 'Try Again' }))
  expect(await latest.findByText('No recent data')).toBeVisible()
})
