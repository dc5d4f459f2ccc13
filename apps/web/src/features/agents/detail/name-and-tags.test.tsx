import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const onePage = { total: 0, current: 1, pages: 1, pageSize: 10 }

test('name and tags are edited in a dialog', async () => {
  startSession()
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', name: 'nas', tags: ['home'] }) }))
  answerCall(agents.records, () => ({ records: [], pagination: onePage }))
  answerCall(commands.listOfAgent, () => ({ commands: [], pagination: onePage }))
  answerCall(telemetry.range, () => ({
    from: 0,
    stepMs: 15_000,
    tier: 'raw' as const,
    counts: [],
    series: [],
    metrics: [],
  }))
  answerCall(agents.list, () => ({ agents: [], pagination: onePage }))
  answerCall(agents.edit, ({ params, body }) => {
    expect([params.id, body]).toEqual(['a', { name: 'boiler', tags: ['heating'] }])
    const agent = anAgent({ agentId: 'a', name: 'boiler', tags: ['heating'] })
    answerCall(agents.get, () => ({ agent }))
    return { agent }
  })
  const { user } = renderApp({ path: '/agents/a' })
  await screen.findByRole('heading', { name: 'nas' })
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Name and tags' }))
  const name = await screen.findByLabelText('Name')
  await user.clear(name)
  await user.type(name, 'boiler')
  await user.clear(screen.getByLabelText('Tags'))
  await user.type(screen.getByLabelText('Tags'), 'heating')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Agent updated')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'boiler' })).toBeVisible()
  expect(screen.getByText('heating')).toBeVisible()
})
