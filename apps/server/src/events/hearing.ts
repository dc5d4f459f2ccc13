import type { LiveEvent } from '@atalaya/contract/events'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Actor } from '#server/domain/actors.ts'
import { displayIn, heardByDisplay } from './display-hearing.ts'
import { mayHear } from './event-scopes.ts'

/** Most accounts, and most widgets, that one event names. */
const AUDIENCE_MAX = 1000

/**
 * Who may read an event: these accounts, with their displays as far as these show it; displays that show these
 * widgets; all administrators where `admins` is set, everybody where `everyone` is.
 */
export const audienceSchema = z.object({
  userIds: z.array(id).max(AUDIENCE_MAX).default([]),
  widgetIds: z.array(id).max(AUDIENCE_MAX).default([]),
  admins: z.boolean().default(false),
  everyone: z.boolean().default(false),
})
export type Audience = z.input<typeof audienceSchema>

/** What somebody hears of an event; null for nothing. */
export function heardBy(actor: Actor, event: LiveEvent, audience: z.output<typeof audienceSchema>): LiveEvent | null {
  const { userIds, widgetIds, admins, everyone } = audience
  const isTold = everyone || userIds.includes(actor.userId) || (admins && actor.role === 'admin')
  const display = displayIn(actor)
  if (!display) return isTold && mayHear(actor, event) ? event : null
  // Its owner may watch sources that it does not show, and it has watched some that it shows no more.
  if (event.type === 'source.updated')
    return widgetIds.some((widget) => display.display.widgets.has(widget)) ? event : null
  return isTold ? heardByDisplay(display, event) : null
}
