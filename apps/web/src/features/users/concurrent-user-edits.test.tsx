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

test('Edit keeps another administrator’s change', async () => {
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
})

test('a dialog closes when its account is deleted', async () => {
  const { user, client } = await openPage()
  await user.click(screen.getByRole('button', { name: 'Actions for bea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change role' }))
  await screen.findByRole('dialog')
  act(() => client.setQueryData(usersQuery.queryKey, [ada]))
  await waitForText('This account was just deleted.')
  await waitUntilClosed()
})
