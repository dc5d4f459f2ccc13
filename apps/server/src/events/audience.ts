import type { LiveEvent } from '@atalaya/contract/events'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Actor } from '#server/domain/actors.ts'
import { displayIn, visibleToDisplay } from './display-events.ts'
import { mayReceive } from './event-scopes.ts'

/** Most accounts, and most widgets, that one event names. */
const AUDIENCE_MAX = 1000

/**
 * Audience of an event. `userIds`: these accounts, and their displays that show it. `widgetIds`: displays with these
 * widgets. `admins`: all administrators. `everyone`: all accounts, and displays that show it.
 */
export const audienceSchema = z.object({
  userIds: z.array(id).max(AUDIENCE_MAX).default([]),
  widgetIds: z.array(id).max(AUDIENCE_MAX).default([]),
  admins: z.boolean().default(false),
  everyone: z.boolean().default(false),
})
export type Audience = z.input<typeof audienceSchema>

/** Part of an event that an actor may see; null if none. */
export function visibleTo(actor: Actor, event: LiveEvent, audience: z.output<typeof audienceSchema>): LiveEvent | null {
  const { userIds, widgetIds, admins, everyone } = audience
  const isAddressed = everyone || userIds.includes(actor.userId) || (admins && actor.role === 'admin')
  const display = displayIn(actor)
  if (!display) return isAddressed && mayReceive(actor, event) ? event : null
  // Decides by widgets, not by accounts: the owner may watch sources that the display does not show (any more).
  if (event.type === 'source.updated')
    return widgetIds.some((widget) => display.display.widgets.has(widget)) ? event : null
  return isAddressed ? visibleToDisplay(display, event) : null
}
