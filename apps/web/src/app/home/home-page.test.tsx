import { type Agent, agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { agentsOfQuery, ownAgentUpdated } from '#web/app/home/home.queries.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { ada, renderApp, signedIn } from '#web/testing/render.tsx'
import { on, server } from '#web/testing/server.ts'

const agent = (status: Agent['status'], id: string): Agent => ({
  agentId: id,
  _id: id,
  user: { ...ada },
  name: `north-${id}`,
  status,
  isOnline: status === 'online',
  ip: null,
  connectionInfo: { ipAddress: null },
  lastSeen: null,
  tags: [],
  machine: null,
  statusMessage: null,
  quarantine: null,
  createdAt: '2026-11-01T00:00:00Z',
})

function given(own: Agent[], pages = 0) {
  on(agents.get, ({ params }) => {
    expect(params.id).toBe('ada')
    return { agents: own }
  })
  on(agents.stats, () => ({ agentsTotal: 40, agentsOnline: 9 }))
  const page = (index: number) => ({
    _id: `p${index}`,
    name: 'Hall',
    slug: `hall-${index}`,
    description: '',
    active: index === 0,
    order: index,
    version: 1,
    modules: [],
  })
  on(dashboard.list, () => ({ pages: Array.from({ length: pages }, (_, index) => page(index)) }))
}

const card = (name: string) => screen.findByRole('region', { name })

test('an empty home greets, says that there are no agents, and leads the first steps', async () => {
  signedIn()
  given([])
  renderApp()
  expect(
    await screen.findByText(
      'You have not registered any agents yet. Visit the agents section to register the first one.',
    ),
  ).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Good (morning|afternoon|evening), Ada$/ })).toBeVisible()
  expect(await card('Linked agents')).toHaveTextContent('40 global')
  expect(await card('Running agents')).toHaveTextContent('None active')
  const guide = await card('Set up your watchtower')
  expect(within(guide).getByRole('link', { name: 'Register an agent' })).toHaveAttribute('href', '/agents')
  expect(within(guide).getByRole('link', { name: 'Create a page' })).toHaveAttribute('href', '/dashboard')
})

test.each([
  ['that was only registered is none', null, 0],
  ['that has been connected is one', '2026-11-02T00:00:00Z', 1],
])('an agent %s for the guide', async (_sentence, lastSeen, done) => {
  signedIn()
  given([{ ...agent('pending', 'a'), lastSeen }])
  renderApp()
  const guide = within(await card('Set up your watchtower'))
  expect(guide.getByRole('link', { name: 'See agents' })).toBeVisible()
  expect(guide.queryAllByLabelText('Done')).toHaveLength(done)
})

test('a settled home shows counts and the agents that need a look first', async () => {
  signedIn()
  given([agent('online', 'a'), agent('pending', 'd'), agent('offline', 'b'), agent('online', 'c')], 2)
  renderApp()
  const list = await card('Your agents')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'north-bNever seenOffline',
    'north-dNever seenPending',
    'north-aNever seenOnline',
    'north-cNever seenOnline',
  ])
  expect(within(list).getByRole('link', { name: 'north-b' })).toHaveAttribute('href', '/agents/b')
  const pages = within(await card('Your pages'))
  expect(pages.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'HallActive0 modules',
    'Hall0 modules',
  ])
  expect(pages.getAllByRole('link', { name: 'Hall' })[1]).toHaveAttribute('href', '/dashboard?page=p1')
  expect(screen.getByText('2 agent(s) running right now')).toBeVisible()
  expect(await card('Linked agents')).toHaveTextContent('4')
  expect(await card('Running agents')).toHaveTextContent('2 active')
  const summary = await card('Personal Summary')
  expect(
    within(summary)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Name', 'Email', 'Role', 'Linked Agents', 'Running Agents', 'Next Birthday'])
  expect(within(summary).getByText('4 agent(s)')).toBeVisible()
})

test('whoever has more agents than are answered still reads how many they are', async () => {
  signedIn()
  given([agent('offline', 'a')], 1)
  on(agents.get, () => ({ agents: [agent('offline', 'a')], total: 2025, online: 23 }))
  const { client } = renderApp()
  expect(await card('Linked agents')).toHaveTextContent('2025')
  expect(await card('Running agents')).toHaveTextContent('23 active')
  expect(screen.getByText('23 agent(s) running right now')).toBeVisible()
  act(() =>
    client.setQueryData(agentsOfQuery('ada').queryKey, (own) => own && ownAgentUpdated(own, agent('online', 'a'))),
  )
  expect(await screen.findByText('24 agent(s) running right now')).toBeVisible()
})

test('a failure is named, and the fleet still counted', async () => {
  signedIn()
  given([], 1)
  on(agents.get, () => {
    throw new ApiError(500, 'Database is away')
  })
  renderApp()
  expect(await screen.findByText('Could not load agent status: Database is away')).toBeVisible()
  expect(await card('Running agents')).toHaveTextContent('9 globals')
})

test('a failure that says nothing has the words of the page', async () => {
  signedIn()
  given([], 1)
  server.use(http.get(`*${agents.get.path}`, () => HttpResponse.json({ success: false })))
  renderApp()
  expect(await screen.findByText('Could not load agent status: Could not retrieve agent information')).toBeVisible()
})

test("the admin panel's link is the administrator's alone", async () => {
  signedIn({ ...ada, role: 'user' })
  given([])
  const { unmount } = renderApp()
  await card('Personal Summary')
  expect(screen.queryByRole('link', { name: 'Admin panel' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to dashboards' })).toHaveAttribute('href', '/dashboard')
  expect(screen.getByRole('link', { name: 'Explore marketplace' })).toHaveAttribute('href', '/marketplace')
  unmount()
  signedIn()
  renderApp()
  expect(await screen.findByRole('link', { name: 'Admin panel' })).toHaveAttribute('href', '/admin/users')
})
