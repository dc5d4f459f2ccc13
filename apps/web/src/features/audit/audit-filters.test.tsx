import { type AuditEntry, audit } from '@atalaya/contract/audit'
import { backups } from '@atalaya/contract/backups'
import { preferenceCalls } from '@atalaya/contract/preferences'
import { users } from '@atalaya/contract/users'
import { relativeText } from '@atalaya/format/relative'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const actor = { id: 'bea', name: 'bea' }
const failed: AuditEntry = {
  _id: 'two',
  at: '2026-11-21T09:00:00Z',
  action: 'auth.login_failed',
  actor,
  target: null,
  ip: '10.0.0.3',
  details: '',
}
const registered: AuditEntry = { ...failed, _id: 'one', at: '2026-11-20T09:00:00Z', action: 'auth.registered' }

let queries: Record<string, unknown>[]
beforeEach(() => {
  queries = []
  startSession()
  answerCall(backups.status, () => ({ schedule: null }))
  answerCall(users.list, () => ({ users: [ada, bea] }))
  answerCall(audit.list, ({ query }) => {
    queries.push(query)
    const isSelected = ({ action }: AuditEntry) => !query.action || action === query.action
    return { entries: query.to ? [] : [failed, registered].filter(isSelected), next: null }
  })
})

const rows = () => screen.getAllByRole('row').slice(1)

test('the audit can be filtered by action, person and days, and the address keeps the filters', async () => {
  const { user, router } = renderApp({ path: '/admin/audit' })
  const queryString = () => router.state.location.search
  await screen.findByText('Failed to sign in')
  const [newest] = rows()
  expect(newest).toHaveTextContent(/Failed to sign in/)
  expect(newest).toHaveTextContent(/bea/)
  expect(newest).toHaveTextContent(/10\.0\.0\.3/)
  expect(newest).toHaveTextContent(/^(Nov 21,|21 Nov) 2026, /)
  expect(newest).toHaveTextContent(relativeText(new Date(failed.at), new Date()))

  await user.click(screen.getByRole('combobox', { name: 'Action: Everything' }))
  await user.type(await screen.findByRole('combobox', { name: 'Find an action' }), 'REGIST')
  await user.click(await screen.findByRole('option', { name: 'Registered' }))
  await waitFor(() => expect(screen.queryByText('Failed to sign in')).toBeNull())
  expect(queryString()).toBe('?action=auth.registered')

  await user.click(await screen.findByRole('link', { name: 'bea' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ action: 'auth.registered', userId: 'bea' }))
  expect(queryString()).toBe('?action=auth.registered&who=bea')

  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-01' } })
  expect(await screen.findByText('No results.')).toBeVisible()
  expect(queryString()).toContain('to=2026-01-01')
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findByText('Failed to sign in')).toBeVisible()
  expect(queryString()).toBe('')

  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } })
  await waitFor(() => expect(queries.at(-1)).toHaveProperty('from'))
  expect(await screen.findByText('Failed to sign in')).toBeVisible()
})

test('days are those of the time zone in the settings', async () => {
  answerCall(preferenceCalls.read, () => ({ preferences: { formats: { zone: 'Asia/Tokyo' } } }))
  renderApp({ path: '/admin/audit?from=2026-11-20&to=2026-11-20' })
  await waitFor(() =>
    expect(queries.at(-1)).toMatchObject({ from: '2026-11-19T15:00:00.000Z', to: '2026-11-20T15:00:00.000Z' }),
  )
})

test('the filters can leave out sign-ins, or select one topic or action', async () => {
  const { user, router } = renderApp({ path: '/admin/audit' })
  await screen.findByText('Failed to sign in')
  const choose = async (name: string) => {
    await user.click(screen.getByRole('combobox', { name: /^Action/ }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Everything but sign-ins')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ about: 'changes' }))
  await choose('All about users')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ about: 'user' }))
  expect(router.state.location.search).toBe('?about=user')
  await choose('Deleted a user')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ action: 'user.deleted' }))
  expect(queries.at(-1)?.about).toBeUndefined()
  await choose('Everything')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the filter lists all topics and the actions of the chosen topic, and typing finds any action', async () => {
  const { user } = renderApp({ path: '/admin/audit?action=user.deleted' })
  await user.click(await screen.findByRole('combobox', { name: 'Action: Deleted a user' }))
  const find = await screen.findByRole('combobox', { name: 'Find an action' })
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options().slice(0, 5)).toEqual([
    'Everything',
    'Everything but sign-ins',
    'All about signing in',
    'All about tokens for programs',
    'All about users',
  ])
  expect(options()).toContain('Reset a password')
  expect(options()).not.toContain('Signed in')
  expect(options().length).toBeLessThan(25)
  await user.type(find, 'pages')
  expect(options()).toEqual([
    'All about pages',
    'Made a page',
    'Edited a page',
    'Deleted a page',
    'Restored a page',
    'Deleted a page for good',
    'Added a module to a page',
    'Removed a module from a page',
  ])
})

test('filters are read from the address', async () => {
  renderApp({ path: '/admin/audit?action=auth.registered&who=bea&to=2026-01-01' })
  expect(await screen.findByText('No results.')).toBeVisible()
  expect(queries[0]).toMatchObject({ action: 'auth.registered', userId: 'bea' })
  expect(screen.getByLabelText('To')).toHaveValue('2026-01-01')
})

test('people are found by any part of their names, ignoring accents', async () => {
  const { user } = renderApp({ path: '/admin/audit' })
  await user.click(await screen.findByRole('combobox', { name: /^By or to whom/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Find an account' }), 'LOVELÀCE')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['ada (Ada Lovelace)'])
})

test('a command links to its result', async () => {
  const target = { id: 'batch-1', name: 'boiler' }
  const sent: AuditEntry = { ...failed, action: 'agent.command', target }
  answerCall(audit.list, () => ({ entries: [sent], next: null }))
  renderApp({ path: '/admin/audit?action=agent.command' })
  expect(await screen.findByRole('link', { name: 'boiler' })).toHaveAttribute('href', '/activity/batch-1')
})
