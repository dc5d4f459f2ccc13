import { users } from '@atalaya/contract/users'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test.each([
  ['the only user reads', [ada]],
  ['an administrator of several accounts reads', [ada, bea]],
])('%s how others get an account', async (_who, all) => {
  startSession()
  answerCall(users.list, () => ({ users: all }))
  answerCall(users.locks, () => ({ locks: [] }))
  renderApp({ path: '/admin/users' })
  const { parentElement: advice } = await screen.findByText(`${window.location.origin}/register`)
  expect(advice).toHaveTextContent(
    /^Others make their own accounts at .*, unless the server runs with REGISTRATION=closed\.$/,
  )
})
