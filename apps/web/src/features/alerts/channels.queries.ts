import {
  type AlertChoices,
  type AlertSenders,
  alertChannels,
  type ChannelInput,
} from '@atalaya/contract/alert-channels'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { browserName, subscribe } from '#web/features/alerts/push-subscription.ts'
import { alertKeys } from '#web/lib/alert-keys.ts'
import { call } from '#web/lib/calls/api.ts'

export const channelsQuery = queryOptions({
  queryKey: alertKeys.channels,
  queryFn: ({ signal }) => call(alertChannels.list, {}, signal),
})

/** Newest messages, each with its state and the reason for it. */
export const messagesQuery = (limit: number) =>
  queryOptions({
    queryKey: [...alertKeys.all, 'messages', limit],
    queryFn: async ({ signal }) => (await call(alertChannels.messages, { query: { limit } }, signal)).messages,
  })

export const sendersQuery = queryOptions({
  queryKey: alertKeys.senders,
  queryFn: async ({ signal }) => (await call(alertChannels.senders, {}, signal)).senders,
})

export const addChannel = mutationOptions({
  mutationFn: (body: ChannelInput) => call(alertChannels.add, { body }),
  meta: { success: 'Channel added', error: false, refresh: alertKeys.channels },
})

/** Subscribes this browser, after the user's permission. */
export const addBrowser = mutationOptions({
  mutationFn: async (pushKey: string) => {
    const address = await subscribe(pushKey)
    const name = browserName(navigator.userAgent)
    return call(alertChannels.add, { body: { name, isOn: true, from: 'info', tellsEnd: true, address } })
  },
  meta: { success: 'This browser gets notifications from now on', error: false, refresh: alertKeys.channels },
})

export const editChannel = mutationOptions({
  mutationFn: ({ id, input }: { id: string; input: ChannelInput }) =>
    call(alertChannels.edit, { params: { id }, body: input }),
  meta: { success: 'Channel saved', error: false, refresh: alertKeys.channels },
})

export const removeChannel = mutationOptions({
  mutationFn: (id: string) => call(alertChannels.remove, { params: { id } }),
  meta: { success: 'Channel removed', error: 'The channel could not be removed', refresh: alertKeys.channels },
})

/** The receiver's answer appears beside the button, not as a toast. */
export const testChannel = mutationOptions({
  mutationFn: (id: string) => call(alertChannels.test, { params: { id } }),
  meta: { error: 'The test could not be sent', refresh: alertKeys.channels },
})

export const saveChoices = mutationOptions({
  mutationFn: (body: AlertChoices) => call(alertChannels.choose, { body }),
  meta: { success: 'Saved', error: false, refresh: alertKeys.channels },
})

export const saveSenders = mutationOptions({
  mutationFn: (body: AlertSenders) => call(alertChannels.keepSenders, { body }),
  meta: { success: 'Saved', error: false, refresh: alertKeys.all },
})

export const testMail = mutationOptions({
  mutationFn: (to: string) => call(alertChannels.testMail, { body: { to } }),
  meta: { error: 'The test could not be sent' },
})
