import { users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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

test('the switch reports the account that lost access, and Undo restores the access', async () => {
  answerCall(users.list, () => ({ users: [ada, { ...bea, isActive: false }] }))
  const sent: [string | undefined, boolean][] = []
  answerCall(users.setStatus, ({ params, body }) => {
    sent.push([params.id, body.isActive])
    return { user: { ...bea, isActive: body.isActive } }
  })
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('switch', { name: 'Access of bea' }))
  await waitForText('bea has access')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitForText(
    'bea is blocked and signed out. Its agents are kept out; its displays pause until it has access again',
  )
  expect(sent).toEqual([
    ['bea', true],
    ['bea', false],
  ])
})

test('the edit dialog says what becomes of the displays without access', async () => {
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Actions for bea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitForText('Without access all sessions end at once, and displays pause until there is access again.')
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
