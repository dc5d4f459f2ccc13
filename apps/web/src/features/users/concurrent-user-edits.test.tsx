import { users } from '@atalaya/contract/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { usersQuery } from '#web/lib/session/accounts.ts'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  startSession()
  answerCall(users.locks, () => ({ locks: [] }))
  answerCall(users.list, () => ({ users: [ada, bea] }))
})

async function openPage() {
  const app = renderApp({ path: '/admin/users' })
  await screen.findByPlaceholderText('Filter emails...')
  return app
}

const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Edit keeps another administrator’s change, and closes when the account is deleted', async () => {
  const sent: unknown[] = []
  answerCall(users.edit, ({ body }) => {
    sent.push(body)
    return { user: { ...bea, name: 'Beatriz', surname: 'Vega' } }
  })
  const { user, client } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Actions for bea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  act(() => client.setQueryData(usersQuery.queryKey, [ada, { ...bea, name: 'Beatriz' }]))
  await screen.findByRole('cell', { name: 'Beatriz', hidden: true })
  await user.clear(dialog.getByLabelText('Surname'))
  await user.type(dialog.getByLabelText('Surname'), 'Vega')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(sent).toEqual([{ surname: 'Vega' }]))
  await waitUntilClosed()

  await user.click(screen.getByRole('button', { name: 'Actions for bea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change role' }))
  await screen.findByRole('dialog')
  act(() => client.setQueryData(usersQuery.queryKey, [ada]))
  await waitForText('This account was just deleted.')
  await waitUntilClosed()
})

test("blocking one's own account asks first", async () => {
  const requests: boolean[] = []
  answerCall(users.setStatus, ({ body }) => {
    requests.push(body.isActive)
    return { user: { ...ada, isActive: body.isActive } }
  })
  const { user } = await openPage()
  const ownSwitch = screen.getByRole('switch', { name: 'Access of ada' })
  await user.click(ownSwitch)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Block your own account?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(ownSwitch).toBeChecked()
  expect(requests).toEqual([])
  await user.click(ownSwitch)
  await user.click(await screen.findByRole('button', { name: 'Block me' }))
  await waitFor(() => expect(requests).toEqual([false]))
})

test("blocking one's own account in the edit dialog asks, too", async () => {
  const requests: boolean[] = []
  answerCall(users.setStatus, ({ body }) => {
    requests.push(body.isActive)
    return { user: { ...ada, isActive: body.isActive } }
  })
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Actions for ada' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog'))
  await user.click(edit.getByRole('switch', { name: 'Active' }))
  await user.click(edit.getByRole('button', { name: 'Guardar' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Block your own account?' }))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(requests).toEqual([])
  await user.click(await edit.findByRole('button', { name: 'Guardar' }))
  await user.click(await screen.findByRole('button', { name: 'Block me' }))
  await waitFor(() => expect(requests).toEqual([false]))
})
