import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aBatch } from '#web/features/agents/testing/a-command.ts'
import { nas, openAdminPage, serveFleet, TOTAL } from '#web/features/agents/testing/admin-page.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  serveFleet()
})

async function openSend(path: string) {
  const { user } = await openAdminPage(path)
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Send Command to Agents' })) }
}

test.each([
  ['/admin/agents', 'All Agents', /^Reaches 45 agents/],
  ['/admin/agents?sort=disk', 'All Agents', /^Reaches 45 agents/],
  ['/admin/agents?tag=linux', 'These 45: tag linux', 'Reaches 3 agents, 1 online now; 2 will get it when they connect'],
  ['/admin/agents?tag=linux&sort=disk', 'These 45: tag linux', /^Reaches 3 agents/],
  ['/admin/agents?tag=linux&tag=home', 'These 45: tag linux, tag home', /^Reaches 3 agents/],
  ['/admin/agents?tag=linux&status=offline', 'These 45: status Offline, tag linux', /^Reaches 3 agents/],
  ['/admin/agents?query=nas&trouble=true', 'These 45: “nas”, in trouble', /^Reaches 3 agents/],
])('a command from the list at %s goes to %s', async (path, destination, reach) => {
  const { dialog } = await openSend(path)
  expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent(destination)
  expect(await dialog.findByText(reach)).toBeVisible()
})

test('a command to selected agents says if the list behind it no longer shows them', async () => {
  const { user } = await openAdminPage()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  answerCall(agents.list, () => ({ agents: [nas], pagination: { total: 1, current: 1, pages: 1, pageSize: 10 } }))
  await user.type(screen.getByPlaceholderText('Search by ID or name...'), 'nas')
  await screen.findByText('1 results')
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  expect(dialog.getByRole('status')).toHaveTextContent(/1 of them is not on the page shown$/)
})

test('a command from a filtered list goes to the shown agents; all agents must be chosen explicitly', async () => {
  const bodies: unknown[] = []
  answerCall(commands.batch, () => ({
    batch: aBatch,
    commands: [],
    pagination: { total: 1, current: 1, pages: 1, pageSize: 20 },
  }))
  answerCall(commands.send, ({ body }) => {
    bodies.push(body)
    return { enqueued: 1, batchId: 'b1', online: 1, queued: 0, skipped: [], commands: [] }
  })
  const path = '/admin/agents?query=nas&tag=linux&status=offline'
  const { user, dialog } = await openSend(path)
  await user.type(dialog.getByLabelText('Command'), 'ping{Enter}')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Send "ping" to 3 agents?' }))
  await user.click(confirm.getByRole('button', { name: 'Send' }))
  await screen.findByText('Command sent')
  const listed = { query: 'nas', tag: ['linux'], status: ['offline'] }
  expect(bodies).toEqual([{ command: 'ping', args: {}, listed, maxTargets: 3 }])

  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const again = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  const destination = again.getByRole('combobox', { name: 'Destination' })
  await user.click(destination)
  await user.keyboard('{Enter}')
  expect(destination).toHaveTextContent('These 45: “nas”, status Offline, tag linux')
  await user.click(destination)
  await user.click(await screen.findByRole('option', { name: 'All Agents' }))
  expect(await again.findByText(/^Reaches 45 agents/)).toBeVisible()
  await user.type(again.getByLabelText('Command'), 'ping{Enter}')
  const all = within(await screen.findByRole('alertdialog', { name: 'Send "ping" to 45 agents?' }))
  await user.click(all.getByRole('button', { name: 'Send' }))
  await screen.findByText('Command sent')
  expect(bodies[1]).toEqual({ command: 'ping', args: {}, maxTargets: TOTAL })
})
