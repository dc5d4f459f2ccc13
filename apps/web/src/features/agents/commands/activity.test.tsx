import { type Batch, commands } from '@atalaya/contract/commands'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { outcomeOf } from '#web/features/agents/commands/command-status.ts'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const paginationOf = (total: number) => ({ total, current: 1, pages: Math.max(1, Math.ceil(total / 10)), pageSize: 10 })
const nas: Batch = { ...aBatch, command: 'backup', requestedBy: { _id: 'ada', username: 'ada' } }
const fleet: Batch = {
  ...nas,
  batchId: 'b2',
  command: 'update',
  agent: null,
  total: 12,
  counts: { failed: 2, succeeded: 10 },
}

let queries: object[]

beforeEach(() => {
  queries = []
  startSession()
})
const answerActivity = (batches: Batch[], total = batches.length) =>
  answerCall(commands.activity, ({ query }) => {
    queries.push(query ?? {})
    if (query.show === 'wrong') return { batches: [], pagination: paginationOf(0) }
    return { batches, pagination: paginationOf(total) }
  })

test.each<[Batch['counts'], number, string]>([
  [{ queued: 1 }, 1, 'Waiting'],
  [{ running: 1 }, 1, 'Running'],
  [{ succeeded: 1 }, 1, 'Succeeded'],
  [{ failed: 1 }, 1, 'Failed'],
  [{ queued: 2, succeeded: 1 }, 3, '1 of 3 done'],
  [{ succeeded: 3 }, 3, 'Succeeded'],
  [{ succeeded: 2, expired: 1 }, 3, '1 of 3 expired'],
  [{}, 0, 'Agents deleted'],
])('a batch with %o of %i is shown as %s', (counts, total, label) => {
  expect(outcomeOf({ counts, total }).label).toBe(label)
})

test('sent commands are linked in the header for users who sent some', async () => {
  answerActivity([nas, fleet])
  const { user, router } = renderApp({ path: '/activity' })
  await user.click(await screen.findByRole('button', { name: 'Activity, 1 under way' }, { timeout: 5000 }))
  const panel = within(await screen.findByRole('dialog', { name: 'Activity' }))
  expect(panel.getByRole('link', { name: 'update' }).closest('li')).toHaveTextContent('12 agents')
  expect(panel.getByText('2 of 12 failed')).toBeVisible()
  answerCall(commands.batch, () => ({ batch: nas, commands: [aCommand()], pagination: paginationOf(1) }))
  await user.click(panel.getByRole('link', { name: 'backup' }))
  expect(router.state.location.pathname).toBe('/activity/b1')
  expect(screen.queryByRole('dialog', { name: 'Activity' })).toBeNull()
})

test('sent, running and failed commands are three lists', async () => {
  answerActivity([nas], 11)
  const { user, router } = renderApp({ path: '/activity' })
  expect(await screen.findByText('11 results')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(router.state.location.search).toBe('?page=2')
  await user.click(screen.getByRole('link', { name: 'Went wrong' }))
  expect(await screen.findByText('Nothing went wrong')).toBeVisible()
  expect(queries.at(-1)).toEqual({ show: 'wrong', page: 1, pageSize: 10 })
  expect(screen.getByRole('link', { name: 'Went wrong' })).toHaveAttribute('aria-current', 'page')
})

test('a batch of another user names its sender', async () => {
  answerActivity([{ ...nas, requestedBy: { _id: 'bea', username: 'bea' } }])
  renderApp({ path: '/activity?show=open' })
  expect((await screen.findByRole('link', { name: 'backup' })).closest('li')).toHaveTextContent('by bea')
})

test('running commands come first, and a bar shows how many ended in each state', async () => {
  answerActivity([fleet, nas])
  renderApp({ path: '/activity' })
  const rows = within(await screen.findByRole('region', { name: 'Sent by you' })).getAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['backup', 'update'])
  expect(within(rows[1] as HTMLElement).getByRole('img', { name: '10 succeeded, 2 failed' })).toBeVisible()
})

test('a batch has a page with its results and the agents left out', async () => {
  const leftOut = [{ reason: 'The agent is away', count: 2 }]
  answerCall(commands.batch, () => ({
    batch: { ...nas, leftOut, counts: { succeeded: 1 } },
    commands: [aCommand({ command: 'backup', status: 'succeeded', output: 'all stored' })],
    pagination: paginationOf(1),
  }))
  renderApp({ path: '/activity/b1' })
  const results = within(await screen.findByRole('region', { name: 'Command results' }))
  expect(await results.findByText('all stored')).toBeVisible()
  expect(results.getByText('2 agents were left out: The agent is away')).toBeVisible()
  expect(results.queryByRole('button', { name: 'Close results' })).toBeNull()
  expect(screen.getByText(/^Sent to nas by ada/)).toBeVisible()
})

test('a missing batch is reported with a link back', async () => {
  answerCall(commands.batch, () => {
    throw new ApiError(404, 'There is no such batch')
  })
  renderApp({ path: '/activity/b9' })
  expect(await screen.findByText('No such command')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Activity' })).toHaveAttribute('href', '/activity')
})

test('a failed list of commands is reported', async () => {
  answerCall(commands.activity, () => {
    throw new ApiError(503, 'away')
  })
  renderApp({ path: '/activity' })
  expect(await screen.findByText('The list of commands could not be loaded.')).toBeVisible()
})

test('a missing page redirects to the last one, and is not reported as empty', async () => {
  answerCall(commands.activity, ({ query }) => {
    const page = query.page ?? 1
    return { batches: page > 2 ? [] : [nas], pagination: { ...paginationOf(11), current: page } }
  })
  const { router } = renderApp({ path: '/activity?page=99' })
  expect(await screen.findByRole('link', { name: 'backup' })).toBeVisible()
  expect(router.state.location.search).toBe('?page=2')
  expect(router.state.historyAction).toBe('REPLACE')
  expect(screen.queryByText('Nothing sent yet')).toBeNull()
})
