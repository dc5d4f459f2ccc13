import { type Agent, agents } from '@atalaya/contract/agents'
import type { WidgetConfig } from '@atalaya/contract/dashboard'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ada, bea, renderElement, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const TOTAL = 304
const newest = anAgent({ agentId: 'a1', name: 'Pi' })
const oldest = anAgent({
  agentId: 'a304',
  name: 'attic',
  user: { ...newest.user, _id: 'u2', username: 'bea' },
})

/** Answers as a fleet of 304 agents whose oldest one is found by a search. Returns the queries. */
function answerLargeFleet() {
  const requests: unknown[] = []
  answerCall(agents.list, ({ query }) => {
    requests.push(query)
    const found: Agent[] = query.query === 'att' ? [oldest] : [newest]
    const total = query.query === 'att' ? 1 : TOTAL
    return { agents: found, pagination: { total, current: 1, pages: 7, pageSize: query.pageSize } }
  })
  answerCall(agents.get, ({ params }) => ({ agent: params.id === 'a304' ? oldest : newest }))
  return requests
}

async function openForm(config: WidgetConfig = {}) {
  const saved = vi.fn<(config: WidgetConfig) => void>()
  const agent = { type: 'string', format: 'agent-id', title: 'Agent', description: 'Which machine' }
  const schema = JSON.stringify({ type: 'object', properties: { agent }, required: ['agent'] })
  const { user } = renderElement(
    <>
      <SchemaForm id="form" schema={schema} config={config} onSave={saved} />
      <button type="submit" form="form">
        Save
      </button>
    </>,
  )
  const field = await screen.findByRole('combobox', { name: 'Agent *' })
  const save = async () => {
    await user.click(screen.getByRole('button', { name: 'Save' }))
    return saved.mock.lastCall?.[0]
  }
  return { user, field, save }
}

test('any visible agent is found by typing, by the keyboard alone', async () => {
  startSession(bea)
  const requests = answerLargeFleet()
  const { user, field, save } = await openForm()
  expect(field).toHaveTextContent('Choose an agent…')
  expect(field).toHaveAccessibleDescription('Which machine')
  await user.tab()
  expect(field).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: 'Pi' })).toBeVisible()
  expect(screen.getByText('254 more agents: type to find them')).toBeVisible()
  expect(requests).toEqual([{ page: 1, pageSize: 50 }])
  await user.keyboard('att')
  const option = await screen.findByRole('option', { name: 'attic' })
  expect(screen.getByRole('combobox', { name: 'Find an agent' })).toHaveAttribute('aria-activedescendant', option.id)
  await user.keyboard('{Enter}')
  expect(field).toHaveTextContent('attic')
  expect(await save()).toEqual({ agent: 'a304' })
})

test('an administrator sees the owner of each agent', async () => {
  startSession(ada)
  answerLargeFleet()
  const { user, field } = await openForm({ agent: 'a304' })
  await waitForText('attic · bea')
  await user.click(field)
  expect(await screen.findByRole('option', { name: 'Pi ana' })).toBeVisible()
})

test('a deleted agent and a failed list of agents are reported', async () => {
  startSession()
  const failing = () => HttpResponse.json({ success: false, error: 'No' }, { status: 503 })
  server.use(
    http.get('*/api/v1/agents', failing),
    http.get('*/api/v1/agents/a9', () => HttpResponse.json({ success: false, error: 'No' }, { status: 404 })),
  )
  const { user, field, save } = await openForm({ agent: 'a9' })
  expect(await screen.findByText('A deleted agent')).toBeVisible()
  await user.click(field)
  expect(await screen.findByText('The agents could not be read')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(await save()).toEqual({ agent: 'a9' })
})
