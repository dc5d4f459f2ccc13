import { auth, type Session } from '@atalaya/contract/auth'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ada, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const at = '2026-11-20T09:00:00Z'
const thisSession: Session = {
  _id: 'own',
  device: 'Firefox on Linux',
  ip: '10.0.0.2',
  kind: 'browser',
  signedInBy: 'password',
  current: true,
  createdAt: at,
  lastUsedAt: at,
}
const phone: Session = { ...thisSession, _id: 'phone', device: 'Safari on iPhone', ip: '10.0.0.3', current: false }
const script: Session = { ...thisSession, _id: 'script', device: 'curl', ip: '10.0.0.4', kind: 'api', current: false }

let sessions: Session[]
beforeEach(() => {
  sessions = [thisSession, phone, script]
  startSession()
  answerCall(auth.sessions, () => ({ sessions }))
})

async function open() {
  const app = renderApp({ path: '/account' })
  await screen.findByText('This session')
  return app
}
const endButtons = () => screen.queryAllByRole('button', { name: /^End session of/ })

test('C22 one session or all others can be ended after a confirmation', async () => {
  answerCall(auth.endSession, ({ params }) => {
    sessions = sessions.filter(({ _id }) => _id !== params.id)
    return {}
  })
  answerCall(auth.endOthers, () => {
    sessions = [thisSession]
    return { ended: 1 }
  })
  const { user } = await open()
  expect(screen.getByText('API session')).toBeVisible()
  expect(endButtons()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'End session of Safari on iPhone, 10.0.0.3' }))
  await waitForText('Session ended')
  await waitFor(() => expect(endButtons()).toHaveLength(1))
  expect(screen.queryByText('Safari on iPhone')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'End all others' }))
  expect(sessions).toEqual([thisSession, script])
  await user.click(await screen.findByRole('button', { name: 'End sessions' }))
  await waitForText('All other sessions ended')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull())
  expect(screen.getByText('This session')).toBeVisible()
})

test('the profile can be changed, and the birthday removed', async () => {
  const sent: unknown[] = []
  let me = ada
  answerCall(auth.me, () => ({ user: me }))
  answerCall(auth.editMe, ({ body }) => {
    sent.push(body)
    me = { ...me, ...body }
    return { user: me }
  })
  const { user } = await open()
  expect(screen.getByLabelText('Birthday')).toHaveValue('1990-12-10')
  expect(screen.getByRole('button', { name: 'Save profile' })).toBeDisabled()
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Aurora')
  await user.clear(screen.getByLabelText('Birthday'))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await waitForText('Profile saved')
  expect(sent).toEqual([{ name: 'Aurora', birthday: null }])
  expect(screen.getByLabelText('Name')).toHaveValue('Aurora')
  expect(screen.getByLabelText('Birthday')).toHaveValue('')
})
