import type { LiveEvent } from '@atalaya/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { withDisplay, withoutDisplay } from '#web/features/displays/display-list.ts'
import { changeOwnDisplays, displayKeys, withUnconfirmed } from '#web/features/displays/displays-cache.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'

/** Applies a live event to the cached displays. */
export function applyToDisplays(client: QueryClient, event: LiveEvent): void {
  if (event.type === 'display.updated') {
    changeOwnDisplays(client, (known) => withDisplay(known, withUnconfirmed(client, event.data)))
  }
  if (event.type !== 'display.deleted') return
  changeOwnDisplays(client, (known) => withoutDisplay(known, event.data._id))
  readAgain(client, displayKeys.all)
}
