import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { aBatch, aCommand } from '#web/features/agents/testing/a-command.ts'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { failAlways, failWithoutMessage, holdUntil, walk } from '#web/testing/texts/walk.tsx'

const boiler = anAgent({ agentId: 'agent-7', name: 'boiler', tags: ['a', 'b', 'c', 'd', 'e'], lastSeen: null })
const cellar = anAgent({ agentId: 'agent-8', name: 'cellar' })
const onePage = { total: 1, current: 1, pages: 1, pageSize: 10 }
const list = { agents: [boiler, cellar], pagination: { ...onePage, total: 2 } }

function answer() {
  answerCall(agents.stats, () => ({ agentsTotal: 2, agentsOnline: 1 }))
  answerCall(agents.tags, () => ({ tags: [] }))
  answerCall(agents.list, () => list)
  answerCall(agents.records, () => ({ records: [], pagination: { ...onePage, total: 0 } }))
  answerCall(agents.edit, () => ({ agent: boiler }))
  answerCall(commands.reach, () => ({ total: 2, online: 1 }))
  answerCall(commands.capabilities, () => ({ capabilities: [] }))
  answerCall(commands.send, () => ({ enqueued: 1, batchId: 'b1', online: 1, queued: 0, skipped: [], commands: [] }))
  answerCall(commands.batch, () => ({ batch: aBatch, commands: [aCommand()], pagination: onePage }))
}

walk('agents', "errors of the administrator's agents, of their data, of edits and of commands are shown", async () => {
  startSession()
  answer()
  failAlways(agents.list)
  failAlways(agents.stats)
  const failing = renderApp({ path: '/admin/agents' })
  for (const text of ['No se pudo obtener la lista de agentes', 'No se pudieron obtener las estadísticas']) {
    // One at a time: the toasts overlap.
    await screen.findByText(text)
  }
  failing.unmount()

  answer()
  holdUntil(agents.list, () => waitForText('Loading...'))
  const { user } = renderApp({ path: '/admin/agents' })
  await screen.findByRole('button', { name: 'Actions for boiler' })
  await waitForText('Currently connected')
  expect(screen.getByRole('button', { name: 'Refresh stats' })).toBeVisible()
  const open = async (name: string, item: string) => {
    await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog'))
  }
  const close = async () => {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

  holdUntil(agents.records, async () => {
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Loading...')).toBeVisible()
  })
  expect(await (await open('boiler', 'View Data')).findByText('No recent data')).toBeVisible()
  await close()
  failAlways(agents.records)
  await open('cellar', 'View Data')
  await waitForText('No se pudieron obtener los datos del agente')
  await close()

  const edit = await open('boiler', 'Edit Agent')
  failWithoutMessage(agents.edit, async () =>
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled(),
  )
  await user.click(edit.getByRole('button', { name: 'Save' }))
  expect(await edit.findByRole('alert')).toHaveTextContent('No se pudo actualizar el agente')
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await waitForText('Agent updated')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const toAll = within(await screen.findByRole('dialog'))
  expect(toAll.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('All Agents')
  await close()
  const toOne = await open('boiler', 'Send Command')
  expect(toOne.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('boiler (agent-7)')
  await user.click(toOne.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')).toHaveTextContent('Command is required'))
  await user.type(toOne.getByPlaceholderText('restart, update, ...'), 'ping')
  failWithoutMessage(commands.send, async () =>
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled(),
  )
  await user.click(toOne.getByRole('button', { name: 'Send' }))
  expect(await toOne.findByRole('alert')).toHaveTextContent('No se pudo enviar el comando')
  await user.click(toOne.getByRole('button', { name: 'Send' }))
  await waitForText('Command sent')
})
