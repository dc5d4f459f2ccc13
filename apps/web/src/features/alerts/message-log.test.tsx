import { alertChannels } from '@atalaya/contract/alert-channels'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ChannelDialog } from '#web/features/alerts/channel-dialog.tsx'
import { MessageLog } from '#web/features/alerts/message-log.tsx'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const message = {
  _id: 'm1',
  at: '2026-03-01T12:00:00.000Z',
  what: 'opened' as const,
  incidentId: 'i1',
  title: 'Critical: attic · It is offline',
  channel: { kind: 'webhook', name: 'Hook' },
  state: 'waiting' as const,
  reason: '',
  tries: 2,
  perhapsTwice: false,
  answer: '500 no such token',
}

test('a message that is sent again says how often it was tried, and the answer', async () => {
  startSession()
  answerCall(alertChannels.messages, () => ({ messages: [message], next: null }))
  renderApp({ path: '/', routes: [{ path: '*', element: <MessageLog /> }] })
  expect(await screen.findByText(/tried 2 times · 500 no such token$/)).toBeVisible()
})

test("a new channel for e-mail proposes the user's own address", async () => {
  startSession()
  const dialog = <ChannelDialog channel={undefined} kind="email" onClose={() => undefined} />
  renderApp({ path: '/', routes: [{ path: '*', element: dialog }] })
  expect(await screen.findByLabelText('E-mail')).toHaveValue(ada.email)
})
