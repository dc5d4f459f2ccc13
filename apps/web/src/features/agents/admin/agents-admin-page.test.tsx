import { agents } from '@atalaya/contract/agents'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { nas, openAdminPage, openRowDialog, serveFleet, TOTAL } from '#web/features/agents/testing/admin-page.tsx'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { renderApp, waitForText } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

let requests: Record<string, unknown>[]

beforeEach(() => {
  requests = serveFleet()
})

const row = (name: RegExp) => within(screen.getByRole('row', { name }))

test('two cards count the fleet, and Refresh stats counts again', async () => {
  const { user } = await openAdminPage()
  const online = screen.getByRole('region', { name: 'Online Agents' })
  expect(online).toHaveTextContent('7Currently connected')
  expect(screen.getByRole('region', { name: 'Total Agents' })).toHaveTextContent('45Registered in the system')
  answerCall(agents.stats, () => ({ agentsTotal: TOTAL, agentsOnline: 8 }))
  await user.click(screen.getByRole('button', { name: 'Refresh stats' }))
  await waitFor(() => expect(online).toHaveTextContent('8Currently connected'))
})

test('the table has its columns and shows missing values as a dash', async () => {
  await openAdminPage()
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'ID', 'Name', 'Status', 'IP', 'Last Seen', 'Tags', 'Actions'])
  const cells = (name: RegExp) =>
    row(name)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(/agent-nas/).slice(1, 7)).toEqual([
    'agent-nas',
    'nas',
    'Online',
    '192.168.1.20',
    new Date('2026-03-01T12:00:00.000Z').toLocaleString(),
    'homelinuxrack+2',
  ])
  expect(cells(/agent-2/).slice(1, 7)).toEqual(['agent-2', '-', 'Offline', '-', '-', ''])
})

test.each([
  ['disk', ['Name', 'Disk', 'Status', 'IP', 'Last Seen', 'Tags']],
  ['lastSeen', ['Name', 'Last Seen', 'Status', 'IP', 'Tags']],
  ['name', ['Name', 'Status', 'IP', 'Last Seen', 'Tags']],
])('the column that sorts the list is beside the name: %s', async (sort, columns) => {
  await openAdminPage(`/admin/agents?sort=${sort}`)
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers.slice(2, -1)).toEqual(columns)
})

test('an agent without a name shows the name of its machine', async () => {
  const machine = { hostname: 'attic-pi', os: 'Debian', arch: 'arm64', version: '1.0' }
  const pagination = { total: 1, current: 1, pages: 1, pageSize: 10 }
  answerCall(agents.list, () => ({ agents: [anAgent({ name: null, machine })], pagination }))
  renderApp({ path: '/admin/agents' })
  expect(await screen.findByRole('cell', { name: 'attic-pi' })).toBeVisible()
})

test('the tools of a long list stay while a search shows only a few rows', async () => {
  const { user } = await openAdminPage()
  expect(await screen.findByRole('button', { name: 'Filter' })).toBeVisible()
  const pagination = { total: 1, current: 1, pages: 1, pageSize: 10 }
  answerCall(agents.list, () => ({ agents: [nas], pagination }))
  await user.type(screen.getByPlaceholderText('Search by ID or name...'), 'nas')
  await waitFor(() => expect(screen.queryByRole('row', { name: /agent-2/ })).toBeNull())
  expect(screen.getByRole('button', { name: 'Filter' })).toBeVisible()
})

test('a row over a bound shows the number and its bound', async () => {
  const numbers = { cpu: 12, memory: 96.2, disk: 97, temperature: null }
  const pagination = { total: 1, current: 1, pages: 1, pageSize: 10 }
  answerCall(agents.list, () => ({ agents: [anAgent({ name: 'nas', numbers })], pagination }))
  renderApp({ path: '/admin/agents?critical=true' })
  expect(await screen.findByText(/^Memory 96.*, bound 95 % · Disk 97 %, bound 90 %$/)).toBeVisible()
})

test('only an empty fleet shows where agents are registered, not an empty search', async () => {
  answerCall(agents.list, () => ({ agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 10 } }))
  const { user } = renderApp({ path: '/admin/agents' })
  expect(await screen.findByRole('link', { name: 'My agents' })).toHaveAttribute('href', '/agents')
  await user.type(screen.getByPlaceholderText('Search by ID or name...'), 'nas')
  await waitForText('No results.')
})

test("the name links to the agent's page, or the ID if there is no name", async () => {
  await openAdminPage()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual(
    expect.arrayContaining([
      ['nas', '/agents/agent-nas'],
      ['agent-2', '/agents/agent-2'],
    ]),
  )
})

test('the column that sorts the list counts as shown', async () => {
  const { user } = await openAdminPage('/admin/agents?sort=disk')
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  const disk = await screen.findByRole('menuitemcheckbox', { name: 'Disk' })
  expect(disk).toBeChecked()
  expect(disk).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('menuitemcheckbox', { name: 'CPU' })).not.toBeChecked()
})

test('two or more selected agents can be compared', async () => {
  const { user } = await openAdminPage()
  const [, first] = screen.getAllByRole('checkbox')
  if (!first) throw new Error('There are no rows to select')
  await user.click(first)
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Compare' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute('href', '/agents/agent-nas?with=agent-2')
})

test('the selection is counted on every page, and cleared at once', async () => {
  const { user } = await openAdminPage()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('2 selected')).toBeVisible()
  answerCall(agents.list, () => ({ agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 10 } }))
  await user.type(screen.getByPlaceholderText('Search by ID or name...'), 'x')
  await waitForText('No results.')
  expect(screen.getByText('2 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('the search by ID or name runs on the server, from page 1', async () => {
  const { user, router } = await openAdminPage('/admin/agents?page=3')
  expect(requests.at(-1)).toMatchObject({ page: 3, pageSize: 10 })
  const search = screen.getByPlaceholderText('Search by ID or name...')
  expect(search).toHaveAccessibleDescription('Also tags, hosts, addresses, systems and statuses')
  await user.type(search, 'NaS')
  await waitFor(() => expect(requests.at(-1)).toEqual({ page: 1, pageSize: 10, query: 'NaS' }))
  expect(router.state.location.search).toBe('?query=NaS')
})

test('a missing page redirects to the last one', async () => {
  const { router } = await openAdminPage('/admin/agents?page=99')
  await waitFor(() => expect(router.state.location.search).toBe('?page=5'))
  expect(await screen.findByText('Pages 5 of 5')).toBeVisible()
})

test('pages: Previous and Next stop at the ends, another size starts at page 1', async () => {
  const { user } = await openAdminPage()
  const previous = screen.getByRole('button', { name: 'Previous' })
  const next = screen.getByRole('button', { name: 'Next' })
  expect(await screen.findByText('45 results')).toBeVisible()
  expect(await screen.findByText('Pages 1 of 5')).toBeVisible()
  expect(previous).toBeDisabled()
  await user.click(next)
  await screen.findByText('Pages 2 of 5')
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: 2 }))
  await waitFor(() => expect(previous).toBeEnabled())
  expect(next).toHaveFocus()
  await user.click(previous)
  await screen.findByText('Pages 1 of 5')
  await waitFor(() => expect(next).toHaveFocus())
  const size = screen.getByRole('combobox', { name: 'Rows per page' })
  await user.click(size)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['10', '20', '50'])
  await user.click(screen.getByRole('option', { name: '50' }))
  await waitForText('Pages 1 of 1')
  await waitFor(() => expect(next).toBeDisabled())
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: 1, pageSize: 50 }))
})

test("the footer says 'Loading...' while a list is on its way", async () => {
  answerCall(agents.list, () => new Promise(() => {}))
  renderApp({ path: '/admin/agents' })
  await waitForText('Loading...')
})

test('failed requests are reported', async () => {
  const fail = () => {
    throw new ApiError(500, '')
  }
  answerCall(agents.list, fail)
  answerCall(agents.stats, fail)
  renderApp({ path: '/admin/agents' })
  await waitFor(() => {
    // The error shows in the table and in a toast.
    expect(screen.getAllByText('Error on loading agents list')).toHaveLength(2)
    expect(screen.getByText('Error on loading agents stats')).toBeInTheDocument()
  })
  expect(screen.getByText('This page could not be loaded')).toBeVisible()
  expect(screen.queryByText('0 results')).toBeNull()
})

test('Edit Agent sends the JSON, reports it, and closes', async () => {
  answerCall(agents.edit, ({ params, body }) => {
    expect([params.id, body]).toEqual(['agent-nas', { name: 'attic' }])
    return { agent: { ...nas, name: 'attic' } }
  })
  const { user, dialog } = await openRowDialog('Edit Agent')
  const patch = dialog.getByRole('textbox')
  await user.clear(patch)
  await user.type(patch, '{{"name": "attic"}')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitForText('Agent updated')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a text that is no JSON is sent as typed, and the refusal is shown in the open dialog', async () => {
  let body = ''
  server.use(
    http.patch('*/api/v1/agents/agent-nas', async ({ request }) => {
      body = await request.text()
      return HttpResponse.json({ success: false, error: 'Only name, tags and behind can be changed' }, { status: 400 })
    }),
  )
  const { user, dialog } = await openRowDialog('Edit Agent')
  const patch = dialog.getByRole('textbox')
  await user.clear(patch)
  await user.type(patch, 'name=attic')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitForText('Failed to update agent')
  expect(body).toBe('"name=attic"')
  expect(dialog.getByRole('alert')).toHaveTextContent('Only name, tags and behind can be changed')
})
