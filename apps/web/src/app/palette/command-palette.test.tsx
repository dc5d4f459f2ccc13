import { type Agent, agents } from '@atalaya/contract/agents'
import { auth, type Session } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { dashboard } from '@atalaya/contract/dashboard'
import { users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const north: Agent = {
  agentId: 'n1',
  _id: 'n1',
  user: { ...ada },
  name: 'north tower',
  status: 'online',
  isOnline: true,
  ip: null,
  connectionInfo: { ipAddress: null },
  lastSeen: null,
  tags: [],
  machine: null,
  behind: null,
  statusMessage: null,
  quarantine: null,
  createdAt: '2026-11-01T00:00:00Z',
}
const pagination = { total: 1, current: 1, pages: 1, pageSize: 8 }
const hall = { _id: 'p1', name: 'Hall', slug: 'hall', description: '', active: true, order: 0, version: 1, modules: [] }
const bob = { ...ada, _id: 'bob', id: 'bob', username: 'bob', email: 'bob@example.com', name: 'Bob', surname: 'Kay' }

beforeEach(() => {
  answerCall(agents.list, ({ query }) => ({
    agents: 'north tower'.includes(query.query ?? '') ? [north] : [],
    pagination,
  }))
  answerCall(dashboard.list, () => ({ pages: [hall] }))
  answerCall(users.list, () => ({ users: [bob] }))
})

async function openPalette() {
  const app = renderApp({ path: '/settings' })
  await screen.findByRole('heading', { name: 'Settings' })
  await app.user.keyboard('{Control>}k{/Control}')
  return { ...app, dialog: await screen.findByRole('dialog', { name: 'Command palette' }) }
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent)

test('Ctrl+K opens the palette with every screen, page, agent, user and action', async () => {
  startSession()
  const { dialog } = await openPalette()
  await within(dialog).findByRole('option', { name: /north tower/ })
  await within(dialog).findByRole('option', { name: /Bob Kay/ })
  await within(dialog).findByRole('option', { name: /Hall/ })
  expect(options()).toEqual([
    'HomePrincipal',
    'DashboardsPrincipal',
    'UsersAdministración',
    'AgentsAdministración',
    'AuditAdministración',
    'MarketplaceMarketplace',
    'Account',
    'Activity',
    'Alerts',
    'My agents',
    'Displays',
    'Settings',
    'Hallactive page',
    'north toweronline',
    'Bob Kaybob@example.com',
    'Go to Client',
    'New page…',
    'Add module…',
    'End all other sessions…sign out everywhere else',
    'Light theme',
    'Dark theme',
    'Log out',
    'Back up nowsettings',
  ])
})

test('members see no users and no administration', async () => {
  startSession({ ...ada, role: 'user' })
  const { dialog } = await openPalette()
  await within(dialog).findByRole('option', { name: /north tower/ })
  expect(options().filter((text) => /Administración|Bob|Back up/.test(text ?? ''))).toEqual([])
})

test('typing filters the commands, and Enter opens the first one', async () => {
  startSession()
  const { user, router } = await openPalette()
  await user.keyboard('bob')
  await screen.findByRole('option', { name: /Bob Kay/ })
  await user.keyboard('{Enter}')
  // The page's code is loaded first.
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'))
  expect(router.state.location.search).toBe('?email=bob%40example.com')
  // The opener is gone, so the focus goes to the page's content.
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a chosen command comes first the next time', async () => {
  startSession()
  const { user } = await openPalette()
  await user.keyboard('settings{Enter}')
  await user.keyboard('{Control>}k{/Control}')
  const recent = await screen.findByRole('group', { name: 'Recent' })
  expect(within(recent).getByRole('option', { name: 'Settings' })).toBeVisible()
})

test('an empty result is reported, and Escape closes the palette', async () => {
  startSession()
  const { user } = await openPalette()
  await user.keyboard('{Escape}')
  const opener = screen.getByRole('button', { name: 'Search' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Command palette' })
  await user.keyboard('zzzz')
  await waitFor(() => expect(within(dialog).getByRole('status')).toHaveTextContent('Nothing found.'))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(opener).toHaveFocus())
})

describe('an action on another screen', () => {
  test('opens the form of that screen: a new page', async () => {
    startSession()
    const { user, router } = await openPalette()
    await user.keyboard('new page{Enter}')
    expect(await screen.findByRole('dialog', { name: 'New Page' })).toBeVisible()
    // A reload does not open the dialog again.
    expect(router.state.location.state).toBeNull()
  })

  test.each(['Restart', 'Ping'])(
    "is a command to an agent, with the agent's name typed after it: %s",
    async (title) => {
      startSession()
      answerCall(agents.get, () => ({ agent: north }))
      const { user, router } = await openPalette()
      await user.keyboard(`${title.toLowerCase()} nor`)
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${title} north tower…`) }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
      expect(router.state.location.pathname).toBe('/agents/n1')
      expect(dialog.getByLabelText('Command')).toHaveValue(title.toLowerCase())
      expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('north tower')
    },
  )

  test.each(['kuche', '#kuche'])('is a command to all agents of a tag, typed as %s', async (typedTag) => {
    startSession()
    answerCall(agents.tags, () => ({ tags: ['küche', 'rack-5'] }))
    answerCall(commands.reach, () => ({ total: 38, online: 36 }))
    answerCall(commands.activity, () => ({ batches: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 10 } }))
    const { user, router } = await openPalette()
    await user.keyboard(`restart ${typedTag}`)
    await user.click(await screen.findByRole('option', { name: /^Restart all with #küche…/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
    expect(router.state.location.pathname).toBe('/activity')
    expect(dialog.getByLabelText('Command')).toHaveValue('restart')
    expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent('Tag: küche')
    expect(await dialog.findByText(/^Reaches 36 of 38 agents/)).toBeVisible()
  })

  test('ends all other sessions after a confirmation', async () => {
    startSession()
    const at = '2026-11-20T09:00:00Z'
    const currentSession: Session = {
      _id: 'own',
      device: 'Firefox',
      ip: '10.0.0.2',
      kind: 'browser',
      signedInBy: 'password',
      current: true,
      createdAt: at,
      lastUsedAt: at,
    }
    answerCall(auth.sessions, () => ({
      sessions: [currentSession, { ...currentSession, _id: 'phone', current: false }],
    }))
    const { user } = await openPalette()
    await user.keyboard('everywhere{Enter}')
    expect(await screen.findByRole('alertdialog', { name: 'End all other sessions' })).toBeVisible()
  })
})

test('an action is done at once', async () => {
  startSession()
  const { user } = await openPalette()
  await user.keyboard('dark theme{Enter}')
  expect(document.documentElement).toHaveClass('dark')
  expect(localStorage.getItem('vite-ui-theme')).toBe('dark')
})
