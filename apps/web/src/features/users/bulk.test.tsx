import { agents } from '@atalaya/contract/agents'
import { type User, users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const cy: User = { ...bea, _id: 'cy', id: 'cy', username: 'cy', email: 'cy@example.com' }

let changes: string[]
beforeEach(() => {
  changes = []
  startSession()
  answerCall(users.list, () => ({ users: [ada, bea, cy] }))
  answerCall(users.locks, () => ({ locks: [] }))
  answerCall(agents.list, () => ({ agents: [], pagination: { total: 0, current: 1, pages: 1, pageSize: 1 } }))
})

async function choose(item: string) {
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('3 of 3 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'With the selected' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return { user, dialog: within(await screen.findByRole('alertdialog')) }
}

test('bulk actions are hidden while no user is selected', async () => {
  renderApp({ path: '/admin/users' })
  await screen.findByRole('checkbox', { name: 'Select all' })
  expect(screen.queryByRole('button', { name: 'With the selected' })).toBeNull()
})

test("the dialog names the affected accounts, without the user's own account", async () => {
  const { dialog } = await choose('Take access away')
  expect(screen.getByRole('alertdialog', { name: 'Take access away from 2 accounts?' })).toBeVisible()
  expect(dialog.getByText('Your own account is left out.')).toBeVisible()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'bea · bea@example.com',
    'cy · cy@example.com',
  ])
})

test.each([
  ['Take access away', /their displays pause until they have access again/],
  ['Revoke tokens', /Their displays and tokens stay/],
  ['Delete', /dashboards, displays, agents with their data, sessions, tokens and connections/],
])('the question of %s says what becomes of the displays', async (item, consequence) => {
  const { dialog } = await choose(item)
  expect(dialog.getByText(consequence)).toBeVisible()
})

const statusSaved = (id: string, isActive: boolean) => ({ user: { ...(id === 'cy' ? cy : bea), isActive } })

test.each([
  ['Give access', 'Access given to 3 accounts', ['ada true', 'bea true', 'cy true']],
  ['Take access away', 'Access taken away from 2 accounts', ['bea false', 'cy false']],
  ['Revoke tokens', 'Sessions of 2 accounts ended', ['sessions of bea', 'sessions of cy']],
  ['Delete', '2 accounts deleted', ['no bea', 'no cy']],
])(
  "%s changes each ticked user, and skips the user's own account if that would lock it out",
  async (item, result, all) => {
    answerCall(users.setStatus, ({ params: { id }, body: { isActive } }) => {
      changes.push(`${id} ${isActive}`)
      return id === 'ada' ? { user: ada } : statusSaved(id, isActive)
    })
    answerCall(users.logoutAll, ({ params: { id } }) => {
      changes.push(`sessions of ${id}`)
      return {}
    })
    answerCall(users.remove, ({ params: { id } }) => {
      changes.push(`no ${id}`)
      return {}
    })
    const { user, dialog } = await choose(item)
    await user.click(dialog.getByRole('button', { name: item }))
    expect(await screen.findByText(result)).toBeVisible()
    expect(changes).toEqual(all)
  },
)

test('each bulk action is tested above', async () => {
  const { dialog, user } = await choose('Delete')
  await user.click(dialog.getByRole('button', { name: /cancel/i }))
  await user.click(screen.getByRole('button', { name: 'With the selected' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    ...['Give access', 'Take access away', 'Revoke tokens', 'Delete'],
  ])
})

test('accounts for which the action failed are named with the reason, and the others succeed', async () => {
  answerCall(users.remove, ({ params }) => {
    if (params.id === 'bea') throw new ApiError(409, 'The last administrator stays')
    changes.push(params.id)
    return {}
  })
  const { user, dialog } = await choose('Delete')
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await dialog.findByText('1 of 2 done. It did not work for:')).toBeVisible()
  expect(dialog.getByText(/The last administrator stays/)).toBeVisible()
  expect(changes).toEqual(['cy'])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByText('cy@example.com')).toBeNull()
})
