import { alertChannels } from '@atalaya/contract/alert-channels'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SendersCard } from '#web/features/alerts/senders-card.tsx'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

/** False if the page asks: it cancels the event. */
const closesTabQuietly = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a removed bot is unsaved input until it is saved', async () => {
  startSession()
  answerCall(alertChannels.senders, () => ({ senders: { smtp: null, telegram: { hasToken: true }, deadMan: null } }))
  const { user } = renderApp({ path: '/', routes: [{ path: '*', element: <SendersCard /> }] })
  const remove = await screen.findByRole('button', { name: 'Remove the bot' })
  expect(closesTabQuietly()).toBe(true)
  await user.click(remove)
  expect(closesTabQuietly()).toBe(false)
})
