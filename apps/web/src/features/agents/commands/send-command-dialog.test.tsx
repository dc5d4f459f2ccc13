import { commands } from '@atalaya/contract/commands'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { openAdminPage, openRowDialog, serveFleet, TOTAL } from '#web/features/agents/testing/admin-page.tsx'
import { answerCall, server } from '#web/testing/server.ts'

let requests: Record<string, unknown>[]

beforeEach(() => {
  requests = serveFleet()
})

const onePage = { total: 1, current: 1, pages: 1, pageSize: 20 }

async function openSend() {
  const app = await openAdminPage()
  await app.user.click(screen.getByRole('button', { name: 'Send Command' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Send Command to Agents' })) }
}

test('a command without a name is not sent', async () => {
  const { user, dialog } = await openSend()
  const command = dialog.getByLabelText('Command')
  expect(command).toHaveAttribute('placeholder', 'restart, update, ...')
  expect(dialog.getByLabelText('Args (JSON)')).toHaveValue('{}')
  await user.type(command, '   ')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect((await screen.findAllByText('Command is required')).length).toBe(2)
})

const answer = { enqueued: 1, batchId: 'b1', online: 1, queued: 0, skipped: [], commands: [] }

test('a command to one agent is sent at once, and its result is followed', async () => {
  answerCall(commands.capabilities, () => ({ capabilities: [] }))
  answerCall(commands.batch, () => ({
    batch: { ...aBatch, counts: { succeeded: 1 } },
    commands: [aCommand({ status: 'succeeded', output: 'pong' })],
    pagination: onePage,
  }))
  answerCall(commands.send, ({ body }) => {
    expect(body).toEqual({ command: 'ping', args: { n: 1 }, agentId: 'agent-nas' })
    return answer
  })
  const { user, dialog } = await openRowDialog('Send Command')
  expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('nas (agent-nas)')
  expect(dialog.getByText('Reaches 1 agent, 1 online now')).toBeVisible()
  await user.type(dialog.getByLabelText('Command'), ' ping ')
  await user.clear(dialog.getByLabelText('Args (JSON)'))
  await user.type(dialog.getByLabelText('Args (JSON)'), '{{"n": 1}')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Command sent')).toBeVisible()
  const results = within(await screen.findByRole('region', { name: 'Command results' }))
  expect(await results.findByText('Done: 1 succeeded')).toBeVisible()
  const { agentId, agentName } = aCommand()
  expect(results.getByRole('link', { name: agentName ?? agentId })).toHaveAttribute('href', `/agents/${agentId}`)
})

test('a command that the machine does not offer shows a warning before it is sent', async () => {
  const ping = { name: 'ping', danger: 0, idempotent: true, timeoutS: 30 }
  answerCall(commands.capabilities, () => ({ capabilities: [ping] }))
  const { user, dialog } = await openRowDialog('Send Command')
  const command = dialog.getByLabelText('Command')
  await user.type(command, 'pi')
  expect(command).not.toHaveAccessibleDescription()
  await user.clear(command)
  await user.type(command, 'update')
  await waitFor(() =>
    expect(command).toHaveAccessibleDescription(
      'This machine does not offer update: its owner has to allow it there first',
    ),
  )
})

test('a command to all agents shows their number, asks first, and names no agent', async () => {
  answerCall(commands.batch, () => ({
    batch: { ...aBatch, total: TOTAL, counts: { queued: TOTAL } },
    commands: [],
    pagination: onePage,
  }))
  answerCall(commands.send, ({ body }) => {
    expect(body).toEqual({ command: 'restart', args: {}, onlineOnly: true, maxTargets: TOTAL })
    return answer
  })
  const { user, dialog } = await openSend()
  expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('All Agents')
  const reach = 'Reaches 45 agents, 7 online now; 38 will get it when they connect'
  expect(await dialog.findByText(reach)).toBeVisible()
  await user.type(dialog.getByLabelText('Command'), 'restart')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Send "restart" to 45 agents?' }))
  await user.click(confirm.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Command sent')).toBeVisible()
})

test('ticked rows are the destination, and another one can be found by typing', async () => {
  answerCall(commands.capabilities, () => ({ capabilities: [] }))
  const { user } = await openAdminPage()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  const destination = dialog.getByRole('combobox', { name: 'Destination' })
  expect(destination).toHaveTextContent('2 selected agents')
  expect(dialog.getByText('Reaches 2 agents, 1 online now; 1 will get it when it connects')).toBeVisible()
  await user.click(destination)
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'All Agents',
    '2 selected agents',
    'Tag: home',
    'Tag: linux',
    'Tag: rack',
    'nas (agent-nas)',
    'agent-2',
  ])
  await user.keyboard('agent')
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ query: 'agent' }))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(destination).toHaveTextContent(/^agent-2$/)
})

test('a command to a tag shows the number of agents, asks first, and is sent with the tag', async () => {
  answerCall(commands.batch, () => ({ batch: aBatch, commands: [], pagination: onePage }))
  answerCall(commands.send, ({ body }) => {
    expect(body).toEqual({ command: 'ping', args: {}, tag: 'rack', maxTargets: 3 })
    return answer
  })
  const { user, dialog } = await openSend()
  const destination = dialog.getByRole('combobox', { name: 'Destination' })
  await user.click(destination)
  await user.keyboard('RAC')
  await user.click(await screen.findByRole('option', { name: 'Tag: rack' }))
  expect(destination).toHaveTextContent('Tag: rack')
  expect(await dialog.findByText('Reaches 3 agents, 1 online now; 2 will get it when they connect')).toBeVisible()
  await user.type(dialog.getByLabelText('Command'), 'ping{Enter}')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Send "ping" to 3 agents?' }))
  await user.click(confirm.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Command sent')).toBeVisible()
})

test('the results of a large batch are paged, and can be filtered by state', async () => {
  const pageRequests: unknown[] = []
  const counts = { failed: 2, succeeded: 118 }
  answerCall(commands.batch, ({ query: { page, pageSize, status } }) => {
    pageRequests.push({ page, status })
    const total = status === 'failed' ? 2 : 120
    const shown = aCommand({ status: status ?? 'succeeded', agentName: `page-${page}-${status ?? 'all'}` })
    const pages = Math.ceil(total / pageSize)
    return {
      batch: { ...aBatch, total: 120, counts },
      commands: [shown],
      pagination: { total, current: page, pages, pageSize },
    }
  })
  answerCall(commands.send, () => answer)
  const { user, dialog } = await openSend()
  await user.type(dialog.getByLabelText('Command'), 'ping{Enter}')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send' }))
  const results = within(await screen.findByRole('region', { name: 'Command results' }))
  expect(await results.findByText('page-1-all')).toBeVisible()
  expect(results.getByText('Pages 1 of 3')).toBeVisible()
  await user.click(results.getByRole('button', { name: 'Next' }))
  expect(await results.findByText('page-2-all')).toBeVisible()
  const filter = within(results.getByRole('group', { name: 'Show commands' }))
  expect(filter.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'All120',
    'Failed2',
    'Succeeded118',
  ])
  await user.click(filter.getByRole('button', { name: /Failed/ }))
  expect(await results.findByText('page-1-failed')).toBeVisible()
  expect(results.queryByText(/^Pages/)).toBeNull()
  expect(pageRequests.at(-1)).toEqual({ page: 1, status: 'failed' })
})

test('arguments that are no JSON are sent as typed, and the refusal is shown', async () => {
  let body: unknown
  server.use(
    http.post('*/api/v1/agents/command', async ({ request }) => {
      body = await request.json()
      return HttpResponse.json({ success: false, error: 'Args must be a JSON object' }, { status: 400 })
    }),
  )
  answerCall(commands.capabilities, () => ({ capabilities: [] }))
  const { user, dialog } = await openRowDialog('Send Command')
  await user.type(dialog.getByLabelText('Command'), 'ping')
  await user.clear(dialog.getByLabelText('Args (JSON)'))
  await user.type(dialog.getByLabelText('Args (JSON)'), 'now')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Failed to send command')).toBeVisible()
  expect(body).toEqual({ command: 'ping', args: 'now', agentId: 'agent-nas' })
  expect(dialog.getByRole('alert')).toHaveTextContent('Args must be a JSON object')
})

test('a retried command has the same idempotency key, and a changed one a new key', async () => {
  const tries: { key: string | null; body: unknown }[] = []
  server.use(
    http.post('*/api/v1/agents/command', async ({ request }) => {
      tries.push({ key: request.headers.get('idempotency-key'), body: await request.json() })
      if (tries.length < 4) return HttpResponse.json({ success: false, error: 'Not now' }, { status: 503 })
      return HttpResponse.json({ success: true, data: answer })
    }),
  )
  answerCall(commands.capabilities, () => ({ capabilities: [] }))
  answerCall(commands.batch, () => ({ batch: aBatch, commands: [], pagination: onePage }))
  const { user, dialog } = await openRowDialog('Send Command')
  const press = async () => {
    const before = tries.length
    await user.click(await dialog.findByRole('button', { name: 'Send' }))
    await waitFor(() => expect(tries).toHaveLength(before + 1))
  }
  await user.type(dialog.getByLabelText('Command'), 'ping')
  await press()
  expect(await dialog.findByRole('alert')).toHaveTextContent('Not now')
  await press()
  await user.click(await dialog.findByRole('combobox', { name: 'Agents that are away' }))
  await user.click(await screen.findByRole('option', { name: 'Are left out' }))
  expect(dialog.getByText('Reaches 1 of 1 agent: only agents that are online now')).toBeVisible()
  await press()
  await press()
  const [first, second, third, fourth] = tries
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toEqual(first)
  expect(third).toEqual({ key: expect.any(String), body: { ...(first?.body as object), onlineOnly: true } })
  expect(third?.key).not.toBe(first?.key)
  expect(fourth).toEqual(third)
})

test('a restart describes its effect, and by default leaves out offline agents', async () => {
  const { user, dialog } = await openSend()
  const command = dialog.getByLabelText('Command')
  const away = dialog.getByRole('combobox', { name: 'Agents that are away' })
  expect(away).toHaveTextContent('Get it later, as usual')
  await user.type(command, 'restart')
  expect(command).toHaveAccessibleDescription('Restarts the agent, not the machine')
  expect(away).toHaveTextContent('Are left out')
  await user.click(away)
  await user.click(await screen.findByRole('option', { name: 'Get it within an hour' }))
  await user.clear(command)
  await user.type(command, 'reboot')
  expect(command).toHaveAccessibleDescription('Restarts the machine')
  expect(away).toHaveTextContent('Get it within an hour')
})
