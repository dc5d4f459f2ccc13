import { auth } from '@atalaya/contract/auth'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const NOW = new Date().toISOString()

test.each([
  [false, 'on a new browser'],
  [true, 'on one of your browsers'],
])('a user sees a notice when somebody guesses the password (known device: %s)', async (onKnownDevice, where) => {
  startSession()
  answerCall(auth.sessions, () => ({ sessions: [], lock: { failures: 12, since: NOW, until: NOW, onKnownDevice } }))
  renderApp({ path: '/account' })
  const notice = await screen.findByText(/^12 wrong passwords were typed for your account/)
  expect(notice).toHaveTextContent(where)
})

test.each([
  [ada, 'a new password lifts that.'],
  [bea, 'a new password, or an administrator, lifts that.'],
])('$username sees who can lift the lock', async (person, way) => {
  startSession(person)
  const lock = { failures: 12, since: NOW, until: NOW, onKnownDevice: false }
  answerCall(auth.sessions, () => ({ sessions: [], lock }))
  renderApp({ path: '/account' })
  expect(await screen.findByText(/^12 wrong passwords/)).toHaveTextContent(way)
})

test('a user without a lock sees no notice', async () => {
  startSession()
  answerCall(auth.sessions, () => ({ sessions: [] }))
  renderApp({ path: '/account' })
  await screen.findByText('Sessions')
  expect(screen.queryByText(/wrong passwords/)).toBeNull()
})
