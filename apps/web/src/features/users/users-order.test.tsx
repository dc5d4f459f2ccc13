import { users } from '@atalaya/contract/users'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('the e-mail sorts ascending, then descending', async () => {
  startSession()
  answerCall(users.list, () => ({ users: [bea, ada] }))
  answerCall(users.locks, () => ({ locks: [] }))
  const { user } = renderApp({ path: '/admin/users' })
  const email = await screen.findByRole('columnheader', { name: 'Email' })
  const emails = () => screen.getAllByRole('cell', { name: /@/ }).map((cell) => cell.textContent)
  await user.click(within(email).getByRole('button'))
  expect(email).toHaveAttribute('aria-sort', 'ascending')
  expect(emails()).toEqual(['ada@example.com', 'bea@example.com'])
  await user.click(within(email).getByRole('button'))
  expect(email).toHaveAttribute('aria-sort', 'descending')
  expect(emails()).toEqual(['bea@example.com', 'ada@example.com'])
})
