import { type AlertIncident, alerts } from '@atalaya/contract/alert-incidents'
import { type Batch, commands } from '@atalaya/contract/commands'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agent, answerHome, card } from '#web/app/home/testing/home.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const HOUR_MS = 60 * 60_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
const pagination = { total: 1, current: 1, pages: 1, pageSize: 5 }

const batchOf = (command: string, hours: number): Batch => ({
  batchId: command,
  command,
  args: {},
  requestedBy: null,
  createdAt: ago(hours),
  total: 1,
  agent: { agentId: 'r', name: 'rack-5' },
  leftOut: [],
  counts: { succeeded: 1 },
})

const incident = (text: string, openedAt: string, endedAt: string | null): AlertIncident => ({
  _id: text.replaceAll(/\W/g, ''),
  ruleId: null,
  ruleName: 'Disk',
  reach: 'own',
  severity: 'warning',
  text,
  agent: { _id: 'r', name: 'rack-5' },
  firing: 1,
  agents: 1,
  behind: 0,
  openedAt,
  endedAt,
  endedBecause: endedAt === null ? null : 'recovered',
  acknowledged: null,
  isSilenced: false,
})

const renderHomeWith = (batches: Batch[], ended: AlertIncident[], rules = 1) => {
  startSession()
  answerHome([agent('online', 'a')], 1)
  answerCall(commands.activity, () => ({ batches, pagination }))
  answerCall(alerts.counts, () => ({ firing: 0, unacknowledged: 0, worst: null, rules, watching: 0, judged: 0 }))
  answerCall(alerts.list, ({ query }) => ({ incidents: query.state === 'ended' ? ended : [], pagination }))
  renderApp()
}
const rows = async () => within(await card('Last 24 hours')).findAllByRole('listitem')

test('Home lists commands and alerts of the last day, newest first, with links', async () => {
  const endedAlert = incident('Disk used is 93 %', ago(9), ago(2))
  renderHomeWith(
    [batchOf('restart', 1), batchOf('update', 3), batchOf('backup', 25)],
    [endedAlert, incident('Older', ago(40), ago(30))],
  )
  expect((await rows()).map((row) => within(row).getByRole('link').textContent)).toEqual([
    'restart',
    'Disk used is 93 %',
    'update',
  ])
  expect(screen.getByText(/^rack-5 · over/)).toHaveTextContent('rack-5 · over 2 hours ago')
  expect(screen.getByRole('link', { name: 'restart' })).toHaveAttribute('href', '/activity/restart')
  expect(screen.getByRole('link', { name: endedAlert.text })).toHaveAttribute('href', '/alerts/Diskusedis93')
})

test('a day without alerts and commands is reported as quiet', async () => {
  renderHomeWith([], [])
  expect(await screen.findByText('No alert fired, and you sent no command.')).toBeVisible()
})

test('a failed load is not reported as a quiet day', async () => {
  renderHomeWith([], [])
  answerCall(alerts.list, () => {
    throw new ApiError(500, 'broken')
  })
  expect(await screen.findByText('Could not load what happened.')).toBeVisible()
})
