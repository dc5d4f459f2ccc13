import { type Agent, agents } from '@atalaya/contract/agents'
import { attention } from '@atalaya/contract/attention'
import { dashboard } from '@atalaya/contract/dashboard'
import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { ownAgentUpdated } from '#web/app/home/home.queries.ts'
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
  behind: null,
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
  expect(guide.getByRole('link', { name: 'My agents' })).toHaveAttribute('href', '/agents')
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
  renderApp()
  expect(await card('Linked agents')).toHaveTextContent('2025')
  expect(await card('Running agents')).toHaveTextContent('23 active')
  expect(await screen.findByText('23 agent(s) running right now')).toBeVisible()
})

test('of those that were not answered, nobody knows which one a live event is about', () => {
  const own = { agents: [agent('offline', 'a')], total: 2025, online: 23 }
  const came = ownAgentUpdated(own, agent('online', 'a'))
  expect(came).toMatchObject({ total: 2025, online: 24, agents: [{ status: 'online' }] })
  expect(ownAgentUpdated(came, agent('offline', 'a'))).toMatchObject({ online: 23 })
  expect(ownAgentUpdated(own, agent('online', 'b'))).toBe(own)
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

test('what could not be loaded is read again', async () => {
  signedIn()
  given([agent('online', 'a')], 1)
  on(agents.get, () => {
    throw new ApiError(400, 'Away')
  })
  on(dashboard.list, () => {
    throw new ApiError(400, 'Away')
  })
  const { user } = renderApp()
  expect(await screen.findByText('Could not load your agents.')).toBeVisible()
  expect(within(await card('Your pages')).getByText('Could not load your pages.')).toBeVisible()
  given([agent('online', 'a')], 1)
  await user.click(within(await card('Your agents')).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: 'north-a' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Hall' })).toBeVisible()
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

const counts = { ...{ agents: 2, offline: 0, degraded: 0, quarantined: 0, pending: 0 }, critical: 0 }
const attentionIs = (more: object) =>
  on(attention.read, () => ({ ...counts, outdated: 0, failed: 0, waiting: 0, ...more }))

test('what needs attention stands on top, with the way to it; an administrator is told of the whole fleet', async () => {
  signedIn()
  given([agent('online', 'a')], 1)
  attentionIs({ offline: 2, failed: 1 })
  renderApp()
  const lines = within(await card('Needs attention'))
  expect(lines.getByText('2 agents are offline')).toBeVisible()
  expect(lines.getByRole('link', { name: 'See which: 2 agents are offline' })).toHaveAttribute(
    'href',
    '/admin/agents?status=offline',
  )
  expect(lines.getByRole('link', { name: 'See why: 1 command failed within a day' })).toHaveAttribute(
    'href',
    '/activity?show=wrong',
  )
})

test('a machine over a bound is named with its number, and leads to it', async () => {
  signedIn()
  given([agent('online', 'a')], 1)
  attentionIs({ critical: 5 })
  const asked: object[] = []
  on(agents.list, ({ query }) => {
    asked.push(query)
    const full = { ...agent('online', 'r'), numbers: { cpu: 3, memory: 20, disk: 96, temperature: null } }
    return { agents: [full], pagination: { total: 5, current: 1, pages: 2, pageSize: 3 } }
  })
  renderApp()
  const lines = within(await card('Needs attention'))
  expect(lines.getByRole('link', { name: 'Open: north-r: disk 96 %' })).toHaveAttribute('href', '/agents/r')
  expect(lines.getByRole('link', { name: 'See which: 4 more agents are over a bound' })).toHaveAttribute(
    'href',
    '/admin/agents?critical=true',
  )
  expect(asked).toMatchObject([{ critical: 'true', pageSize: 3 }])
})

test('it stands above the figures, which keep their place while it is read the next time', async () => {
  signedIn()
  given([agent('online', 'a')], 1)
  attentionIs({ offline: 2, failed: 1 })
  const { unmount } = renderApp()
  const attentionCard = await card('Needs attention')
  expect(attentionCard.compareDocumentPosition(await card('User'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const count = within(attentionCard).getAllByRole('listitem').length
  unmount()
  on(attention.read, () => new Promise<never>(() => undefined))
  renderApp()
  const figure = await card('User')
  expect(figure.parentElement?.previousElementSibling?.querySelectorAll('li')).toHaveLength(count)
})

test('a person is told of the own agents; all is well where nothing is wrong', async () => {
  signedIn({ ...ada, role: 'user' })
  given([agent('online', 'a')], 1)
  attentionIs({ offline: 1 })
  const { client } = renderApp()
  const line = await screen.findByRole('link', { name: 'See which: 1 agent is offline' })
  expect(line).toHaveAttribute('href', '/agents?status=offline')
  attentionIs({})
  await act(() => client.invalidateQueries())
  expect(await card('All is well')).toBeVisible()
  expect(screen.queryByText('Needs attention')).toBeNull()
})

test('who is on the first steps is told nothing of it', async () => {
  signedIn()
  given([])
  attentionIs({ agents: 0 })
  renderApp()
  expect(await card('Set up your watchtower')).toBeVisible()
  expect(screen.queryByText('All is well')).toBeNull()
})

test('where nobody knows what needs attention, nothing is said to be well', async () => {
  signedIn()
  given([agent('online', 'a')], 1)
  on(attention.read, () => {
    throw new ApiError(500, 'broken')
  })
  renderApp()
  expect(await screen.findByText('How the agents are could not be loaded')).toBeVisible()
  expect(screen.queryByText('All is well')).toBeNull()
})
