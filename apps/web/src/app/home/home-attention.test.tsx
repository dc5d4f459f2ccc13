import { agents } from '@atalaya/contract/agents'
import { attention } from '@atalaya/contract/attention'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agent, answerHome, card } from '#web/app/home/testing/home.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const counts = { agents: 2, offline: 0, degraded: 0, quarantined: 0, pending: 0, critical: 0 }
const attentionIs = (more: object) =>
  answerCall(attention.read, () => ({ ...counts, outdated: 0, failed: 0, waiting: 0, ...more }))

test('Needs attention is at the top with links; for an administrator it covers the whole fleet', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
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

test('a machine over a bound is named with its number and a link', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  attentionIs({ critical: 5 })
  const requests: object[] = []
  answerCall(agents.list, ({ query }) => {
    requests.push(query)
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
  expect(requests).toMatchObject([{ critical: 'true', pageSize: 3 }])
})

test('the lines about offline and degraded agents name up to three of them', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  attentionIs({ agents: 9, offline: 4, degraded: 1 })
  const requests: object[] = []
  answerCall(agents.list, ({ query }) => {
    requests.push(query)
    const ids = query.status?.includes('offline') ? ['x', 'y', 'z'] : ['w']
    return {
      agents: ids.map((id) => agent('offline', id)),
      pagination: { total: ids.length, current: 1, pages: 1, pageSize: 3 },
    }
  })
  renderApp()
  const lines = within(await card('Needs attention')).getAllByRole('listitem')
  expect(lines.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
    '4 agents are offlinenorth-x, north-y, north-z, …See which',
    '1 agent is degradednorth-wSee which',
  ])
  expect(requests).toMatchObject([
    { status: ['offline'], sort: 'lastSeen', pageSize: 3 },
    { status: ['degraded'], sort: 'lastSeen', pageSize: 3 },
  ])
})

const strip = async () => within(await card('Agents by status'))
const shares = async () => (await strip()).getAllByRole('listitem').map(({ textContent }) => textContent)

test('a strip shows the numbers of online, degraded, offline and pending agents, with links', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  attentionIs({ agents: 40, offline: 1001, degraded: 2, pending: 3 })
  answerCall(agents.list, () => ({ agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 3 } }))
  renderApp()
  // Two of nine connected agents are degraded.
  expect(await shares()).toEqual(['7Online', '2Degraded', '1000+Offline', '3Pending'])
  expect((await strip()).getByRole('link', { name: 'Offline' })).toHaveAttribute('href', '/admin/agents?status=offline')
})

test("for a member the strip counts the member's agents and links to their list", async () => {
  startSession({ ...ada, role: 'user' })
  answerHome([agent('online', 'a'), agent('pending', 'b')], 1)
  attentionIs({ pending: 1 })
  renderApp()
  expect(await shares()).toEqual(['1Online', '0Degraded', '0Offline', '1Pending'])
  expect((await strip()).getByRole('link', { name: 'Pending' })).toHaveAttribute('href', '/agents?status=pending')
})

test('the list is above the figures, which keep their place while it is loaded again', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  attentionIs({ offline: 2, failed: 1 })
  const { unmount } = renderApp()
  // Looks for both again each time: React may redraw one of them while the test finds the other.
  await waitFor(async () => {
    const [attentionCard, figure] = [await card('Needs attention'), await card('User')]
    expect(attentionCard.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  const count = within(await card('Needs attention')).getAllByRole('listitem').length
  unmount()
  answerCall(attention.read, () => new Promise<never>(() => undefined))
  renderApp()
  const figure = await card('User')
  const above = (element: Element | null | undefined) => element?.previousElementSibling
  // The strip of the fleet lies between them.
  expect(above(above(figure.parentElement))?.querySelectorAll('li')).toHaveLength(count)
})

test("a member's offline agent has a line, and without problems all is well", async () => {
  startSession({ ...ada, role: 'user' })
  answerHome([agent('online', 'a')], 1)
  attentionIs({ offline: 1 })
  const { client } = renderApp()
  const line = await screen.findByRole('link', { name: 'See which: 1 agent is offline' })
  expect(line).toHaveAttribute('href', '/agents?status=offline')
  attentionIs({})
  await act(() => client.invalidateQueries())
  expect(await card('All is well')).toBeVisible()
  expect(screen.queryByText('Needs attention')).toBeNull()
})

test('during the first steps Needs attention is hidden', async () => {
  startSession()
  answerHome([])
  attentionIs({ agents: 0 })
  renderApp()
  expect(await card('Set up your watchtower')).toBeVisible()
  expect(screen.queryByText('All is well')).toBeNull()
})

test('a failed list of attention does not show that all is well', async () => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  answerCall(attention.read, () => {
    throw new ApiError(500, 'broken')
  })
  renderApp()
  expect(await screen.findByText('The state of the agents could not be loaded')).toBeVisible()
  expect(screen.queryByText('All is well')).toBeNull()
})
