import { agents } from '@atalaya/contract/agents'
import { installation } from '@atalaya/contract/installation'
import { act, screen, waitFor, within } from '@testing-library/react'
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
  const { user, router } = renderApp({ path: '/settings' })
  await act(() => router.navigate('/agents'))
  // An empty list has a button of its own.
  await user.click(await screen.findByRole('button', { name: 'Register your first agent' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register' }))
  return { user, router, dialog: within(await screen.findByRole('dialog', { name: /^Run/ })) }
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

test.each<[string, (app: Pick<ReturnType<typeof renderApp>, 'user' | 'router'>) => Promise<void>]>([
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
  ['Back', ({ router }) => act(() => router.navigate(-1))],
])(
  'a line whose agent has not connected is left by %s only after a question, which names the token',
  async (_way, leave) => {
    answerCall(installation.address, () => ({ url: null }))
    const { dialog, ...app } = await register()
    const { user } = app
    await leave(app)
    const question = within(await screen.findByRole('alertdialog', { name: 'Close before the agent has connected?' }))
    expect(question.getByText(/The token in the line is not shown again/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Stay' }))
    expect(dialog.getAllByText(/ag_secret/)[0]).toBeVisible()
    await leave(app)
    await user.click(await screen.findByRole('button', { name: 'Close anyway' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
  },
)

test('the line of a connected agent is left without a question, also with another choice of updates', async () => {
  answerCall(installation.address, () => ({ url: null }))
  answerCall(agents.get, () => ({ agent: anAgent({ agentId: 'a', isOnline: true }) }))
  const { user, dialog } = await register()
  await dialog.findByText(/^Connected/)
  await user.click(dialog.getByRole('combobox', { name: 'Updates by this server' }))
  await user.click(await screen.findByRole('option', { name: 'Only when signed with my key' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
})
