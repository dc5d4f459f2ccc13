import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const onePage = { total: 0, current: 1, pages: 1, pageSize: 10 }

beforeEach(() => {
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
})

async function openPage() {
  const app = renderApp({ path: '/agents/a' })
  await screen.findByRole('heading', { name: 'nas' })
  return app
}

test('name and tags are edited in a dialog', async () => {
  answerCall(agents.list, () => ({ agents: [], pagination: onePage }))
  answerCall(agents.edit, ({ params, body }) => {
    expect([params.id, body]).toEqual(['a', { name: 'boiler', tags: ['heating'] }])
    const agent = anAgent({ agentId: 'a', name: 'boiler', tags: ['heating'] })
    answerCall(agents.get, () => ({ agent }))
    return { agent }
  })
  const { user } = await openPage()
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

test('an edit of the name leaves a tag alone that a program stored with #', async () => {
  answerCall(agents.list, () => ({ agents: [], pagination: onePage }))
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', name: 'nas', tags: ['#1'] }) }))
  let sent: unknown
  answerCall(agents.edit, ({ body }) => {
    sent = body
    return { agent: anAgent() }
  })
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Name and tags' }))
  await user.type(await screen.findByLabelText('Name'), ' 2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ name: 'nas 2' }))
})

test('an agent shows its upstream machine, and another one can be found by typing', async () => {
  const machines = [
    anAgent({ agentId: 'a', name: 'nas', behind: 'r' }),
    anAgent({ agentId: 'r', name: 'router' }),
    anAgent({ agentId: 's', name: 'switch' }),
  ]
  answerCall(agents.get, ({ params }) => ({
    agent: machines.find(({ agentId }) => agentId === params.id) ?? anAgent(),
  }))
  answerCall(agents.list, ({ query }) => {
    const found = machines.filter(({ name }) => name?.includes(query.query ?? ''))
    return { agents: found, pagination: { ...onePage, total: found.length } }
  })
  let sent: unknown
  answerCall(agents.edit, ({ body }) => {
    sent = body
    return { agent: machines[0] ?? anAgent() }
  })
  const { user } = await openPage()
  expect(await screen.findByRole('link', { name: 'router' })).toHaveAttribute('href', '/agents/r')

  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Name and tags' }))
  await user.click(await screen.findByRole('combobox', { name: 'Lives behind: router' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Nothing', 'router', 'switch'])
  await user.type(screen.getByRole('combobox', { name: 'Find a machine' }), 'swi')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('combobox', { name: 'Lives behind: switch' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual({ behind: 's' }))
})

test('the form has no field for the upstream if the owner has only one machine', async () => {
  answerCall(agents.list, () => ({ agents: [anAgent({ agentId: 'a' })], pagination: { ...onePage, total: 1 } }))
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Name and tags' }))
  expect(await screen.findByRole('textbox', { name: 'Tags' })).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.queryByText('Lives behind')).toBeNull()
})
