import { agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { withUpdatedAgent } from '#web/app/home/home.queries.ts'
import { agent, answerHome, card } from '#web/app/home/testing/home.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

test('an empty home greets, reports that there are no agents, and guides the first steps', async () => {
  startSession()
  answerHome([])
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
  expect(within(guide).getByRole('link', { name: 'Pair a screen' })).toHaveAttribute('href', '/displays')
})

test.each([
  ['without a connection does not count', null, 0],
  ['with a connection counts', '2026-11-02T00:00:00Z', 1],
])('an agent %s for the guide', async (_sentence, lastSeen, done) => {
  startSession()
  answerHome([{ ...agent('pending', 'a'), lastSeen }])
  renderApp()
  const guide = within(await card('Set up your watchtower'))
  expect(guide.getByRole('link', { name: 'My agents' })).toHaveAttribute('href', '/agents')
  expect(guide.queryAllByLabelText('Done')).toHaveLength(done)
})

test('a paired display counts as a step of the guide', async () => {
  startSession()
  answerHome([], 1)
  answerCall(displays.list, () => ({ displays: [aDisplay()] }))
  renderApp()
  const guide = within(await card('Set up your watchtower'))
  expect(await guide.findByRole('link', { name: 'See displays' })).toHaveAttribute('href', '/displays')
  expect(guide.getAllByLabelText('Done')).toHaveLength(2)
})

test('a home with agents shows counts, and first the agents with problems', async () => {
  startSession()
  const degraded = { ...agent('degraded', 'e'), isOnline: true }
  answerHome([agent('online', 'a'), agent('pending', 'd'), degraded, agent('offline', 'b'), agent('online', 'c')], 2)
  renderApp()
  const list = await card('Your agents')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'north-bNever seenOffline',
    'north-eNever seenDegraded',
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
  expect(screen.getByText('3 agent(s) running right now')).toBeVisible()
  expect(await card('Linked agents')).toHaveTextContent('5')
  expect(await card('Running agents')).toHaveTextContent('3 active')
  const summary = await card('Personal Summary')
  expect(
    within(summary)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Name', 'Email', 'Role', 'Linked Agents', 'Running Agents', 'Next Birthday'])
  expect(within(summary).getByText('5 agent(s)')).toBeVisible()
})

test('the total is shown even if there are more agents than the server returns', async () => {
  startSession()
  answerHome([agent('offline', 'a')], 1)
  answerCall(agents.get, () => ({ agents: [agent('offline', 'a')], total: 2025, online: 23 }))
  renderApp()
  expect(await card('Linked agents')).toHaveTextContent('2025')
  expect(await card('Running agents')).toHaveTextContent('23 active')
  expect(await screen.findByText('23 agent(s) running right now')).toBeVisible()
})

test('a live event changes the number of online agents only if its agent is among the loaded ones', () => {
  const ownAgents = { agents: [agent('offline', 'a')], total: 2025, online: 23 }
  const afterEvent = withUpdatedAgent(ownAgents, agent('online', 'a'))
  expect(afterEvent).toMatchObject({ total: 2025, online: 24, agents: [{ status: 'online' }] })
  expect(withUpdatedAgent(afterEvent, agent('offline', 'a'))).toMatchObject({ online: 23 })
  expect(withUpdatedAgent(ownAgents, agent('online', 'b'))).toBe(ownAgents)
})

test('a failed request is reported, and the fleet is still counted', async () => {
  startSession()
  answerHome([], 1)
  answerCall(agents.get, () => {
    throw new ApiError(500, 'Database is unavailable')
  })
  renderApp()
  await waitForText('Could not load agent status: Database is unavailable')
  expect(await card('Running agents')).toHaveTextContent('9 globals')
})

test('the guide can be hidden: Home then shows what there is, with no error where nothing failed', async () => {
  startSession()
  answerHome([], 1)
  const kept: Preferences[] = []
  answerCall(preferenceCalls.keep, ({ body }) => {
    kept.push(body)
    return {}
  })
  const { user } = renderApp()
  await user.click(within(await card('Set up your watchtower')).getByRole('button', { name: 'Hide guide' }))
  expect(await card('Your agents')).toHaveTextContent('You have no agents yet.')
  expect(within(await card('Your pages')).getByRole('link', { name: 'Hall' })).toBeVisible()
  expect(screen.queryByText(/^Could not load/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Set up your watchtower' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await card('Set up your watchtower')).toBeVisible()
  await waitFor(() => expect(kept).toEqual([{ hidesGuide: true }, { hidesGuide: false }]))
})

test('a hidden guide stays hidden, also for somebody without pages', async () => {
  startSession()
  answerHome([])
  answerCall(preferenceCalls.read, () => ({ preferences: { hidesGuide: true } }))
  renderApp()
  expect(await card('Your pages')).toHaveTextContent('You have no pages yet.')
  expect(screen.queryByRole('region', { name: 'Set up your watchtower' })).toBeNull()
})

test('agents that are known to be none stay none if a later read fails', async () => {
  startSession()
  answerHome([])
  answerCall(preferenceCalls.read, () => ({ preferences: { hidesGuide: true } }))
  const { client } = renderApp()
  expect(await card('Your agents')).toHaveTextContent('You have no agents yet.')
  answerCall(agents.get, () => {
    throw new ApiError(400, 'Away')
  })
  await act(() => client.invalidateQueries())
  await waitForText('Could not load agent status: Away')
  expect(await card('Your agents')).toHaveTextContent('You have no agents yet.')
})

test('data that failed to load can be loaded again', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  answerCall(agents.get, () => {
    throw new ApiError(400, 'Away')
  })
  answerCall(dashboard.list, () => {
    throw new ApiError(400, 'Away')
  })
  const { user } = renderApp()
  expect(await screen.findByText('Could not load your agents.')).toBeVisible()
  expect(within(await card('Your pages')).getByText('Could not load your pages.')).toBeVisible()
  answerHome([agent('online', 'a')], 1)
  await user.click(within(await card('Your agents')).getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: 'north-a' })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Hall' })).toBeVisible()
})

test("a failure without a message has the page's default message", async () => {
  startSession()
  answerHome([], 1)
  server.use(http.get(`*${agents.get.path}`, () => HttpResponse.json({ success: false })))
  renderApp()
  expect(await screen.findByText('Could not load agent status: Could not retrieve agent information')).toBeVisible()
})

test('only administrators see the link to the admin panel', async () => {
  startSession({ ...ada, role: 'user' })
  answerHome([])
  const { unmount } = renderApp()
  await card('Personal Summary')
  expect(screen.queryByRole('link', { name: 'Admin panel' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to dashboards' })).toHaveAttribute('href', '/dashboard')
  expect(screen.getByRole('link', { name: 'Explore marketplace' })).toHaveAttribute('href', '/marketplace')
  unmount()
  startSession()
  renderApp()
  expect(await screen.findByRole('link', { name: 'Admin panel' })).toHaveAttribute('href', '/admin/users')
})
