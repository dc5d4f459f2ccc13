import { users } from '@atalaya/contract/users'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

test('the only user reads how others get an account', async () => {
  startSession()
  answerCall(users.list, () => ({ users: [ada] }))
  answerCall(users.locks, () => ({ locks: [] }))
  renderApp({ path: '/admin/users' })
  const { parentElement: advice } = await screen.findByText(`${window.location.origin}/register`)
  expect(advice).toHaveTextContent(
    /^Others make their own accounts at .*, unless the server runs with REGISTRATION=closed\.$/,
  )
})
