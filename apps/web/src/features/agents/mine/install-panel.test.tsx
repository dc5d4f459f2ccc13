import { agents } from '@atalaya/contract/agents'
import { installation } from '@atalaya/contract/installation'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  startSession()
  const agent = anAgent({ agentId: 'a', name: 'nas', isOnline: false, status: 'pending' })
  answerCall(agents.list, () => ({ agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 10 } }))
  answerCall(agents.register, () => ({ agent, token: 'ag_secret' }))
  answerCall(agents.get, () => ({ agent }))
})

/** Registers an agent while the page is open at a loopback address. */
async function register() {
  const { user } = renderApp({ path: '/agents' })
  // An empty list has a button of its own.
  await user.click(await screen.findByRole('button', { name: 'Register your first agent' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: /^Run/ })) }
}

test('the command line has the address for other machines, or on request for this machine', async () => {
  answerCall(installation.address, () => ({ url: 'http://192.168.1.5:3000' }))
  const { user, dialog } = await register()
  expect(await dialog.findByText(/^curl -fsSL http:\/\/192\.168\.1\.5:3000\/agent\.mjs/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Use it on this machine' }))
  expect(dialog.getByText(/^curl -fsSL http:\/\/localhost/)).toBeVisible()
})

test('a server that no other machine can reach shows how to open it', async () => {
  answerCall(installation.address, () => ({ url: null }))
  const { dialog } = await register()
  expect(await dialog.findByText(/start the server with HOST=0\.0\.0\.0/)).toBeVisible()
})

test('the panel shows the command line that keeps the agent running', async () => {
  answerCall(installation.address, () => ({ url: null }))
  const { user, dialog } = await register()
  await user.click(await dialog.findByText(/keep it running/))
  expect(await dialog.findByText(/sudo --preserve-env=ATALAYA_TOKEN node agent\.mjs --install/)).toBeVisible()
})

test('a line with another choice of updates is left without a question: nothing is to be saved', async () => {
  answerCall(installation.address, () => ({ url: null }))
  const { user, dialog } = await register()
  await user.click(dialog.getByRole('combobox', { name: 'Updates by this server' }))
  await user.click(await screen.findByRole('option', { name: 'Only when signed with my key' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
})
