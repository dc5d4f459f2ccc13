import { type DisplayOrder, displays } from '@atalaya/contract/displays'
import type { Args } from '@atalaya/contract/route'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { withDisplay, withoutDisplay } from '#web/features/displays/display-list.ts'
import {
  CHANGE_KEY,
  changeOwnDisplays,
  type DisplayEdit,
  displayKeys,
  withUnconfirmed,
} from '#web/features/displays/displays-cache.ts'
import { call } from '#web/lib/calls/api.ts'

export const displaysQuery = queryOptions({
  queryKey: displayKeys.own,
  queryFn: async ({ signal, client }) => {
    const answer = await call(displays.list, {}, signal)
    return answer.displays.map((display) => withUnconfirmed(client, display))
  },
})

export const allDisplaysQuery = queryOptions({
  queryKey: displayKeys.all,
  queryFn: async ({ signal }) => (await call(displays.listAll, {}, signal)).displays,
})

/** Screen that shows this pairing code now. */
export const waitingQuery = (code: string) =>
  queryOptions({
    queryKey: ['waiting-screen', code],
    queryFn: async ({ signal }) => (await call(displays.waiting, { params: { code } }, signal)).screen,
    // Never cached: a pairing code lives only minutes.
    staleTime: 0,
    gcTime: 0,
  })

export const pairDisplay = mutationOptions({
  mutationFn: (body: Args<typeof displays.pair>['body']) => call(displays.pair, { body }),
  onSuccess: ({ display }, _body, _result, { client }) =>
    void changeOwnDisplays(client, (known) => withDisplay(known, display)),
  meta: { success: 'The screen is a display now', error: false },
})

/** Edits a display; its dialog shows the error. Edits run one after the other: the last answer is the newest. */
export const editDisplay = mutationOptions({
  scope: { id: 'change-display' },
  mutationFn: ({ id, ...body }: DisplayEdit) => call(displays.edit, { params: { id }, body }),
  onSuccess: ({ display }, edit, _result, { client }) =>
    void changeOwnDisplays(client, (known) => withDisplay(known, withUnconfirmed(client, display, edit))),
  meta: { error: false },
})

/** Optimistic: the screen shows each change at once. */
export const changePlaylist = mutationOptions({
  ...editDisplay,
  mutationKey: CHANGE_KEY,
  onMutate: ({ id, ...change }: DisplayEdit, { client }) =>
    void changeOwnDisplays(client, (known) =>
      known.map((display) => (display._id === id ? { ...display, ...change } : display)),
    ),
  // Not awaited: until this handler ends the refused change counts as unconfirmed, so the refetch would apply it again.
  onError: (_error, _edit, _result, { client }) => void client.invalidateQueries({ queryKey: displayKeys.own }),
  meta: { error: 'Could not change the playlist' },
})

export const removeDisplay = mutationOptions({
  mutationFn: (id: string) => call(displays.remove, { params: { id } }),
  onSuccess: (_nothing, id, _result, { client }) =>
    void changeOwnDisplays(client, (known) => withoutDisplay(known, id)),
  meta: { success: 'Display removed', error: false, refresh: displayKeys.all },
})

/** Removes the display of any user, for administrators. */
export const removeAnyDisplay = mutationOptions({
  mutationFn: (id: string) => call(displays.removeAny, { params: { id } }),
  meta: { success: 'Display removed', error: false, refresh: ['displays'] },
})

/** Target of an order: some displays, or all with a tag. */
export type Recipients = Args<typeof displays.sendOrder>['body']['to']

export const sendOrder = mutationOptions({
  mutationFn: ({ to, order }: { to: Recipients; order: DisplayOrder }) =>
    call(displays.sendOrder, { body: { to, order } }),
  meta: { error: false },
})
