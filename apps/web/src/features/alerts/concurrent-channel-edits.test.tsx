import { type AlertChannel, alertChannels } from '@atalaya/contract/alert-channels'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { channelsQuery } from '#web/features/alerts/channels.queries.ts'
import { ChannelsCard } from '#web/features/alerts/channels-card.tsx'
import { bea, renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const hook: AlertChannel = {
  _id: 'c1',
  name: 'Chat',
  isOn: true,
  from: 'info',
  tellsEnd: true,
  kind: 'webhook',
  shown: 'https://hooks.example.org/…',
  address: { url: 'https://hooks.example.org/a' },
  last: null,
  createdAt: '2026-11-01T12:00:00Z',
}

function Channels() {
  const { data } = useQuery(channelsQuery)
  return data && <ChannelsCard channels={data.channels} offered={data.offered} />
}

/** Opens the dialog of the channel. `setChannels` changes the channels on the server, as from another screen. */
async function openDialog() {
  startSession(bea)
  let channelsOnServer = [hook]
  const sent: unknown[] = []
  const choices = { quiet: null, digest: null }
  const offered = { email: false, telegram: false, pushKey: '' }
  answerCall(alertChannels.list, () => ({ channels: channelsOnServer, choices, offered }))
  answerCall(alertChannels.edit, ({ body }) => {
    sent.push(body)
    return { channel: hook }
  })
  const app = renderElement(<Channels />)
  await app.user.click(await screen.findByRole('button', { name: 'Edit Chat' }))
  const setChannels = async (...channels: AlertChannel[]) => {
    channelsOnServer = channels
    await act(() => app.client.invalidateQueries(channelsQuery))
  }
  return { ...app, sent, setChannels, name: await screen.findByLabelText('Name') }
}

test('the dialog of a channel keeps what was changed elsewhere while it was open', async () => {
  const { user, sent, setChannels, name } = await openDialog()
  await user.clear(name)
  await user.type(name, 'Team')
  await setChannels({
    ...hook,
    name: 'Room',
    isOn: false,
    from: 'critical',
    address: { url: 'https://hooks.example.org/b' },
  })
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveValue('https://hooks.example.org/b'))
  expect(name).toHaveValue('Team')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const address = { kind: 'webhook', url: 'https://hooks.example.org/b' }
  await waitFor(() => expect(sent).toEqual([{ name: 'Team', isOn: false, from: 'critical', tellsEnd: true, address }]))
})

test('edited fields of a channel win over those from elsewhere', async () => {
  const { user, sent, setChannels } = await openDialog()
  await user.click(screen.getByRole('checkbox', { name: 'Switched on' }))
  await user.type(screen.getByLabelText('Address'), 'c')
  await setChannels({ ...hook, tellsEnd: false, address: { url: 'https://hooks.example.org/b', template: '{}' } })
  await waitFor(() => expect(screen.getByLabelText('Template')).toHaveValue('{}'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const address = { kind: 'webhook', url: 'https://hooks.example.org/ac', template: '{}' }
  await waitFor(() => expect(sent).toEqual([{ name: 'Chat', isOn: false, from: 'info', tellsEnd: false, address }]))
})

test('the dialog of a channel closes when the channel is removed elsewhere', async () => {
  const { setChannels } = await openDialog()
  await setChannels()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
