import { type AlertSenders, alertChannels } from '@atalaya/contract/alert-channels'
import { screen, waitFor } from '@testing-library/react'
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

test('a saved form has nothing unsaved, and the next save keeps the new bot', async () => {
  startSession()
  answerCall(alertChannels.senders, () => ({ senders: { smtp: null, telegram: { hasToken: true }, deadMan: null } }))
  const sent: AlertSenders[] = []
  answerCall(alertChannels.keepSenders, ({ body }) => {
    sent.push(body)
    return {}
  })
  const { user } = renderApp({ path: '/', routes: [{ path: '*', element: <SendersCard /> }] })
  await user.click(await screen.findByRole('button', { name: 'Remove the bot' }))
  await user.type(screen.getByLabelText("The bot's token"), '12:new')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(closesTabQuietly()).toBe(true))
  expect(screen.getByLabelText("The bot's token")).toHaveValue('')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveFocus()
  await user.click(save)
  await waitFor(() => expect(sent.map(({ telegram }) => telegram)).toEqual([{ token: '12:new' }, {}]))
})
