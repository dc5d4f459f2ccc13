import { users } from '@atalaya/contract/users'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, bea, renderApp, seen, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

test('the switch reports the account that lost access, and Undo restores the access', async () => {
  signedIn()
  on(users.list, () => ({ users: [ada, { ...bea, isActive: false }] }))
  on(users.locks, () => ({ locks: [] }))
  const sent: [string | undefined, boolean][] = []
  on(users.setStatus, ({ params, body }) => {
    sent.push([params.id, body.isActive])
    return { user: { ...bea, isActive: body.isActive } }
  })
  const { user } = renderApp({ path: '/admin/users' })
  await user.click(await screen.findByRole('switch', { name: 'Access of bea' }))
  await seen('bea has access')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await seen('bea is blocked and signed out')
  expect(sent).toEqual([
    ['bea', true],
    ['bea', false],
  ])
})
