import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { telemetry } from '@atalaya/contract/telemetry'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aCommand } from '#web/features/agents/testing/a-command.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const FROM = Date.parse('2026-03-01T12:00:00.000Z')
const onePage = { total: 3, current: 1, pages: 1, pageSize: 10 }
const history = [
  aCommand({ commandId: 'c3', command: 'update', status: 'queued' }),
  aCommand({ commandId: 'c2', command: 'ping', status: 'succeeded', output: 'pong', exitCode: 0 }),
  aCommand({ commandId: 'c1', command: 'restart', status: 'unknown', reason: 'Nobody knows what became of it' }),
]

let spans: number[]

beforeEach(() => {
  spans = []
  startSession()
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', name: 'nas', tags: ['home'] }) }))
  answerCall(agents.records, () => ({ records: [], pagination: onePage }))
  answerCall(commands.listOfAgent, () => ({ commands: history, pagination: onePage }))
  // A failed save of preferences would be retried, even into the next test.
  answerCall(preferenceCalls.keep, () => ({}))
  answerCall(telemetry.range, ({ query }) => {
    spans.push(Date.parse(query.to) - Date.parse(query.from))
    const values = [10, null, 37]
    const series = [{ metric: 'cpu.percent', min: values, avg: values, max: values }]
    const tier = 'raw' as const
    return { from: FROM, stepMs: 15_000, tier, counts: [1, 0, 1], series, metrics: ['cpu.percent', 'load.1'] }
  })
})

async function openPage() {
  const app = renderApp({ path: '/agents/a' })
  await screen.findByRole('heading', { name: 'nas' })
  return app
}

const historyItem = async (text: string) => within((await screen.findByText(text)).closest('li') ?? document.body)

test('the history shows each command with its state, output and reason', async () => {
  await openPage()
  expect((await historyItem('update')).getByText('Waiting')).toBeVisible()
  const ping = await historyItem('ping')
  expect(ping.getByText('Succeeded')).toBeVisible()
  expect(ping.getByText('pong')).toBeVisible()
  const restart = await historyItem('restart')
  expect(restart.getByText('Unknown')).toBeVisible()
  expect(restart.getByText('Nobody knows what became of it')).toBeVisible()
  expect(restart.queryByRole('button', { name: /Cancel/ })).toBeNull()
})

test('a degraded agent shows the reason that it reported', async () => {
  const statusMessage = "Commands are refused: the machine's disk is full"
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', name: 'nas', status: 'degraded', statusMessage }) }))
  await openPage()
  expect(screen.getByText('Degraded')).toBeVisible()
  expect(screen.getByText(statusMessage)).toBeVisible()
})

test('a quarantined agent shows both programs that used its token, and the two ways to release it', async () => {
  const quarantine = {
    since: '2026-03-01T12:00:00.000Z',
    reason: 'Two programs took turns with this token',
    holders: [
      { hostname: 'nas', ip: '192.168.1.20', at: '2026-03-01T12:00:00.000Z' },
      { hostname: 'copy-of-nas', ip: '192.168.1.66', at: '2026-03-01T11:59:00.000Z' },
    ],
  }
  const quarantined = anAgent({ agentId: 'a', name: 'nas', status: 'quarantined', isOnline: false, quarantine })
  answerCall(agents.get, () => ({ agent: quarantined }))
  let released = ''
  answerCall(agents.release, ({ params }) => {
    released = params.id
    answerCall(agents.get, () => ({
      agent: anAgent({ agentId: 'a', name: 'nas', status: 'offline', isOnline: false }),
    }))
    return { agent: quarantined }
  })
  const { user } = await openPage()
  expect(screen.getByText('Quarantined')).toBeVisible()
  const holders = within(screen.getByRole('list', { name: 'Came with the token' })).getAllByRole('listitem')
  expect(holders.map((holder) => holder.textContent)).toEqual([
    expect.stringContaining('nas192.168.1.20'),
    expect.stringContaining('copy-of-nas192.168.1.66'),
  ])
  await user.click(screen.getByRole('button', { name: 'New token' }))
  expect(await screen.findByText('A new token for nas?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Let it in again' }))
  expect(await screen.findByText('Offline')).toBeVisible()
  expect(released).toBe('a')
  expect(screen.queryByRole('button', { name: 'Let it in again' })).toBeNull()
})

test('an agent that never connected shows what to do, and its removal leads back to the fleet', async () => {
  const owner = { ...anAgent().user, _id: 'bea', username: 'bea' }
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', status: 'pending', isOnline: false, user: owner }) }))
  answerCall(agents.remove, () => ({}))
  answerCall(agents.list, () => ({ agents: [], pagination: onePage }))
  answerCall(agents.stats, () => ({ agentsTotal: 0, agentsOnline: 0 }))
  const { user, router } = await openPage()
  const notice = within(await screen.findByRole('region', { name: 'This agent has never connected' }))
  expect(screen.queryByRole('region', { name: 'Charts' })).toBeNull()
  await user.click(notice.getByRole('button', { name: 'New token' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/agents'))
})

test('the line of a new token is closed only after a question, until the agent has connected', async () => {
  const away = anAgent({ agentId: 'a', name: 'nas', status: 'pending', isOnline: false })
  answerCall(agents.get, () => ({ agent: away }))
  answerCall(agents.renewToken, () => ({ agent: away, token: 'ag_new' }))
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  await user.click(await screen.findByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Run nas' })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect((await screen.findAllByText(/ag_new/))[0]).toBeVisible()
})

test('a command that has not ended can be cancelled', async () => {
  const cancelled: string[] = []
  answerCall(commands.cancel, ({ params }) => {
    cancelled.push(params.id)
    answerCall(commands.listOfAgent, () => ({
      commands: [aCommand({ commandId: 'c3', command: 'update', status: 'cancelled' })],
      pagination: onePage,
    }))
    return { command: aCommand({ commandId: 'c3', command: 'update', status: 'cancelled' }) }
  })
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: 'Cancel update' }))
  expect(await screen.findByText('Cancelled')).toBeVisible()
  expect(cancelled).toEqual(['c3'])
})

test('a chosen time range is loaded and kept in the address', async () => {
  const { user, router } = await openPage()
  const cpu = await screen.findByRole('slider', { name: 'CPU over time' })
  expect(cpu).toHaveAttribute('aria-valuetext', expect.stringMatching(/Used 37 %$/))
  expect(spans.at(-1)).toBe(3_600_000)
  await user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  expect(router.state.location.search).toBe('?range=7d')
  await screen.findByRole('radio', { name: 'Last 7 days', checked: true })
  await waitFor(() => expect(spans.at(-1)).toBe(7 * 86_400_000))
})

test('a missing agent is reported', async () => {
  answerCall(agents.get, () => {
    throw new ApiError(404, 'No such agent')
  })
  renderApp({ path: '/agents/a' })
  expect(await screen.findByText('It was removed, or it is not yours.')).toBeVisible()
})

test('commands of an agent are marked in its charts, and announced at the cursor', async () => {
  const startedAt = '2026-03-01T12:00:15.000Z'
  const oldCommand = aCommand({ commandId: 'c0', command: 'old', startedAt: '2026-02-01T12:00:00.000Z' })
  const newCommand = aCommand({ commandId: 'c1', command: 'backup', status: 'succeeded', startedAt })
  answerCall(commands.listOfAgent, () => ({ commands: [newCommand, oldCommand], pagination: onePage }))
  const { user } = await openPage()
  const slider = await screen.findByRole('slider', { name: 'CPU over time' })
  await waitFor(() => expect(screen.getAllByText(/Arrows from above: commands and alerts\./).length).toBeGreaterThan(0))
  slider.focus()
  await user.keyboard('{Home}')
  expect(slider).toHaveAttribute('aria-valuetext', expect.stringContaining('backup: succeeded'))
  expect(slider.getAttribute('aria-valuetext')).not.toContain('old')
})

test('the last chosen range is used for the next agent', async () => {
  const kept: object[] = []
  answerCall(preferenceCalls.read, () => ({ preferences: { charts: { range: '6h' as const } } }))
  answerCall(preferenceCalls.keep, ({ body }) => {
    kept.push(body)
    return {}
  })
  const { user } = await openPage()
  expect(await screen.findByRole('radio', { name: 'Last 6 hours' })).toBeChecked()
  await waitFor(() => expect(spans).toContain(6 * 3_600_000))
  expect(spans).not.toContain(3_600_000)
  await user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  await waitFor(() => expect(kept).toEqual([{ charts: { range: '7d', added: [], hasWeekBefore: false, beside: [] } }]))
})

test('a time without measurements is reported once, and can not be saved', async () => {
  const nothing = { from: FROM, stepMs: 15_000, tier: 'raw' as const, counts: [0, 0, 0], series: [], metrics: [] }
  answerCall(telemetry.range, () => nothing)
  const { user } = await openPage()
  expect(await screen.findByText('Nothing was measured in this time.')).toBeVisible()
  expect(screen.queryByRole('slider', { name: 'CPU over time' })).toBeNull()
  expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: 'Last 7 days' }))
  expect(await screen.findByRole('radio', { name: 'Last 7 days', checked: true })).toBeVisible()
})

test('the choice to compare shows that there are more tags than it lists', async () => {
  answerCall(agents.tags, () => ({ tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }))
  answerCall(agents.list, () => ({ agents: [], pagination: onePage }))
  const { user } = await openPage()
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  const tags = await screen.findByRole('list', { name: 'All with a tag (11: type to find yours)' })
  expect(within(tags).getAllByRole('listitem')).toHaveLength(8)
  await user.type(screen.getByPlaceholderText('Search agents and tags...'), 'tag 10')
  expect(await screen.findByRole('list', { name: 'All with a tag' })).toHaveTextContent('tag 10')
})
