import { type AgentRecord, agents } from '@atalaya/contract/agents'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openRowDialog, serveFleet } from '#web/features/agents/testing/admin-page.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  serveFleet()
})

const record: AgentRecord = {
  _id: 'r1',
  agentId: 'agent-nas',
  createdAt: '2026-03-01T11:00:00.000Z',
  dataType: 'backup',
  tags: ['nightly'],
  data: { data: { files: 12 } },
}
const onePage = { total: 1, current: 1, pages: 1, pageSize: 20 }

test('View Data loads once, when the dialog is first opened', async () => {
  let loads = 0
  answerCall(agents.records, () => {
    loads += 1
    return { records: [record], pagination: onePage }
  })
  const { user, dialog } = await openRowDialog('View Data')
  expect(dialog.getByText('Latest Agent Data')).toBeVisible()
  expect(await dialog.findByText('backup')).toBeVisible()
  expect(dialog.getByText('nightly')).toBeVisible()
  expect(dialog.getByText(/"files": 12/)).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Actions for nas' }))
  await user.click(await screen.findByRole('menuitem', { name: 'View Data' }))
  await waitForText('backup')
  expect(loads).toBe(1)
})

test('View Data shows the size of a record too large for its list, and loads it on request', async () => {
  const record = { _id: 'r', agentId: 'agent-nas', createdAt: '2026-03-01T12:00:00.000Z', dataType: 'log', tags: [] }
  answerCall(agents.records, () => ({
    records: [{ ...record, data: { data: null }, omittedBytes: 900 * 1024 }],
    pagination: onePage,
  }))
  answerCall(agents.record, () => ({ record: { ...record, data: { data: 'every line of it' } } }))
  const { dialog, user } = await openRowDialog('View Data')
  expect(await dialog.findByText(/900 KiB, too large for a list/)).toBeVisible()
  expect(dialog.queryByText('null')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Show it' }))
  expect(await dialog.findByText('"every line of it"')).toBeVisible()
})

test('View Data shows that it is loading, and that there are no data', async () => {
  let answer: (data: { records: AgentRecord[]; pagination: typeof onePage }) => void = () => undefined
  answerCall(agents.records, () => new Promise((resolve) => (answer = resolve)))
  const { dialog } = await openRowDialog('View Data')
  expect(dialog.getByText('Loading...')).toBeVisible()
  await waitFor(() => {
    answer({ records: [], pagination: onePage })
    expect(dialog.getByText('No recent data')).toBeVisible()
  })
})

test('View Data reports when the data could not be loaded', async () => {
  answerCall(agents.records, () => {
    throw new ApiError(500, '')
  })
  await openRowDialog('View Data')
  await waitForText('Failed to load data')
})

test('View Data does not show unreadable data as missing, and can try again', async () => {
  answerCall(agents.records, () => {
    throw new ApiError(503, 'Away')
  })
  const { dialog, user } = await openRowDialog('View Data')
  expect(await dialog.findByText('The server could not be asked for the data.')).toBeVisible()
  expect(dialog.queryByText('No recent data')).toBeNull()
  answerCall(agents.records, () => ({ records: [record], pagination: onePage }))
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
  expect(await dialog.findByText('backup')).toBeVisible()
})
