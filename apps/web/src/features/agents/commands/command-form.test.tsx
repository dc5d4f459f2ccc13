import { agents } from '@atalaya/contract/agents'
import type { Capability } from '@atalaya/contract/capability'
import { commands } from '@atalaya/contract/commands'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aBatch } from '#web/features/agents/testing/a-command.ts'
import { openAdminPage, openRowDialog, serveFleet } from '#web/features/agents/testing/admin-page.tsx'
import { answerCall } from '#web/testing/server.ts'

const setIntervalCapability: Capability = {
  name: 'set-interval',
  description: 'Report every so many seconds',
  danger: 0,
  idempotent: true,
  timeoutS: 30,
  argsSchema: {
    type: 'object',
    required: ['seconds'],
    properties: { seconds: { type: 'integer', minimum: 1, maximum: 3600 } },
  },
}
const onePage = { total: 1, current: 1, pages: 1, pageSize: 20 }
const answer = { enqueued: 1, batchId: 'b1', online: 1, queued: 0, skipped: [], commands: [] }

let sentCommands: unknown[]

beforeEach(() => {
  serveFleet()
  sentCommands = []
  answerCall(commands.capabilities, () => ({ capabilities: [setIntervalCapability] }))
  answerCall(commands.batch, () => ({ batch: aBatch, commands: [], pagination: onePage }))
  answerCall(commands.send, ({ body }) => {
    sentCommands.push(body.args)
    return answer
  })
})

test('a command has a form of its arguments, and errors are shown before it is sent', async () => {
  const { user, dialog } = await openRowDialog('Send Command')
  await user.type(dialog.getByLabelText('Command'), 'set-interval')
  const seconds = await dialog.findByLabelText('seconds *')
  expect(dialog.getByLabelText('Command')).toHaveAccessibleDescription('Report every so many seconds')
  expect(dialog.queryByLabelText('Args (JSON)')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('Required')).toBeVisible()
  expect(seconds).toHaveFocus()
  await user.type(seconds, '0')
  expect(dialog.getByRole('alert')).toBeVisible()
  expect(sentCommands).toEqual([])
  await user.clear(seconds)
  await user.type(seconds, '30{Enter}')
  expect(await screen.findByText('Command sent')).toBeVisible()
  expect(sentCommands).toEqual([{ seconds: 30 }])
})

test('switching to JSON keeps the values filled in', async () => {
  const { user, dialog } = await openRowDialog('Send Command')
  await user.type(dialog.getByLabelText('Command'), 'set-interval')
  await user.type(await dialog.findByLabelText('seconds *'), '15')
  await user.click(dialog.getByRole('button', { name: 'Write it as JSON' }))
  expect(dialog.getByLabelText('Args (JSON)')).toHaveValue('{"seconds":15}')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Command sent')).toBeVisible()
  expect(sentCommands).toEqual([{ seconds: 15 }])
})

test('a known command without arguments has no form, and a button opens its JSON', async () => {
  const { user } = await openAdminPage()
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  await user.type(dialog.getByLabelText('Command'), 'restart')
  expect(dialog.queryByLabelText('Args (JSON)')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Write it as JSON' }))
  expect(dialog.getByLabelText('Args (JSON)')).toHaveValue('{}')
})

test('JSON typed before the command stays when the command is typed', async () => {
  const { user, dialog } = await openRowDialog('Send Command')
  await user.clear(dialog.getByLabelText('Args (JSON)'))
  await user.type(dialog.getByLabelText('Args (JSON)'), '{{"a":1}')
  await user.type(dialog.getByLabelText('Command'), 'own')
  expect(dialog.getByLabelText('Args (JSON)')).toHaveValue('{"a":1}')
})

test('a command that is not allowed shows the line that would allow it', async () => {
  const { user, dialog } = await openRowDialog('Send Command')
  await user.type(dialog.getByLabelText('Command'), 'reboot')
  expect(await dialog.findByText('{ "reboot": true }')).toBeVisible()
})

test('a command to many agents first shows the agents that do not offer it', async () => {
  answerCall(commands.preview, ({ body }) => {
    expect(body).toMatchObject({ command: 'reboot', onlineOnly: true })
    const first = [
      { agentId: 'a1', name: 'nas' },
      { agentId: 'a2', name: null },
    ]
    return { total: 45, online: 7, leftOut: [], offers: { asked: 45, refusing: 4, first } }
  })
  const { user } = await openAdminPage()
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  await dialog.findByText(/^Reaches 45 agents/)
  await user.type(dialog.getByLabelText('Command'), 'reboot')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Send "reboot" to 45 agents?' }))
  expect(await confirm.findByRole('status')).toHaveTextContent(
    '4 of them do not offer it and will reject it: nas, a2 and 2 more.',
  )
  expect(confirm.getByText('{ "reboot": true }')).toBeVisible()
})

test('the form shows that there are more tags than it lists, and typing finds them', async () => {
  answerCall(agents.tags, () => ({ tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }))
  const { user, dialog } = await openRowDialog('Send Command')
  await user.click(dialog.getByRole('combobox', { name: 'Destination' }))
  expect(await screen.findByText('3 more tags: type to find them')).toBeVisible()
  await user.keyboard('tag 10')
  expect(await screen.findByRole('option', { name: 'Tag: tag 10' })).toBeVisible()
  expect(screen.queryByText(/type to find/)).toBeNull()
})
