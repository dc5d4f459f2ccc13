import { agents } from '@atalaya/contract/agents'
import { type User, users } from '@atalaya/contract/users'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { BulkDialog } from '#web/features/users/bulk-dialog.tsx'
import { ada, bea, renderApp, renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

/** Accounts besides the administrator, each the owner of two agents. */
const others: User[] = Array.from({ length: 21 }, (_, n) => ({
  ...bea,
  _id: `u${n}`,
  id: `u${n}`,
  username: `user${n}`,
  email: `user${n}@example.com`,
}))

beforeEach(() => {
  startSession()
  answerCall(users.list, () => ({ users: [ada, ...others] }))
  answerCall(users.locks, () => ({ locks: [] }))
  answerCall(agents.list, ({ query }) => {
    const total = [query.ownerId ?? []].flat().length * 2
    return { agents: [], pagination: { total, current: 1, pages: total, pageSize: 1 } }
  })
})

test('an account is deleted only after the number of its agents was shown, with the way to them', async () => {
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Actions for user3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText(/^2 agents and their histories are deleted, too\./)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'See which' })).toHaveAttribute('href', '/admin/agents?ownerId=u3')
})

test('the question before an account is deleted names its displays and tokens', async () => {
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Actions for user3' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(
    dialog.getByText(/dashboards, displays, agents with their data, sessions, tokens and connections/),
  ).toBeVisible()
})

test('several accounts are deleted only after the sum of their agents was shown, of more than one request takes too', async () => {
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'With the selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 21 accounts?' }))
  expect(await dialog.findByText(/^42 agents and their histories are deleted, too\./)).toBeVisible()
})

test('agents of more accounts than can be deleted at once are not counted', async () => {
  const all = Array.from({ length: 201 }, (_, n): User => ({ ...bea, _id: `u${n}` }))
  const { client } = renderElement(<BulkDialog kind="delete" users={all} onClose={() => undefined} />)
  expect(await screen.findByText('At most 200 accounts at a time: choose fewer.')).toBeVisible()
  expect(client.getQueryCache().findAll({ queryKey: ['agents'] })).toEqual([])
})
