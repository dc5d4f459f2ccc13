import { users } from '@atalaya/contract/users'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('the switch reports the account that lost access, and Undo restores the access', async () => {
  startSession()
  answerCall(users.list, () => ({ users: [ada, { ...bea, isActive: false }] }))
  answerCall(users.locks, () => ({ locks: [] }))
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
  startSession()
  answerCall(users.list, () => ({ users: [ada, bea] }))
  answerCall(users.locks, () => ({ locks: [] }))
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('button', { name: 'Actions for bea' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await waitForText('Without access all sessions end at once, and displays pause until there is access again.')
})
