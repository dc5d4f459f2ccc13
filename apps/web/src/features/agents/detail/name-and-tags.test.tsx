import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

const onePage = { total: 0, current: 1, pages: 1, pageSize: 10 }

test('name and tags are edited in a dialog', async () => {
  signedIn()
  on(agents.get, () => ({ agent: anAgent({ agentId: 'a', name: 'nas', tags: ['home'] }) }))
  on(agents.records, () => ({ records: [], pagination: onePage }))
  on(commands.listOfAgent, () => ({ commands: [], pagination: onePage }))
  on(telemetry.range, () => ({ from: 0, stepMs: 15_000, tier: 'raw' as const, counts: [], series: [], metrics: [] }))
  on(agents.list, () => ({ agents: [], pagination: onePage }))
  on(agents.edit, ({ params, body }) => {
    expect([params.id, body]).toEqual(['a', { name: 'boiler', tags: ['heating'] }])
    const agent = anAgent({ agentId: 'a', name: 'boiler', tags: ['heating'] })
    on(agents.get, () => ({ agent }))
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
