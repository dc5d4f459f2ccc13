import type { LiveEvent } from '@atalaya/contract/events'
import { id } from '@atalaya/contract/scalars'
import { z } from 'zod'
import type { Actor } from '#server/domain/actors.ts'
import { displayIn, visibleToDisplay } from './display-events.ts'
import { mayReceive } from './event-scopes.ts'

/** Maximum of accounts, and of widgets, that one event names. */
const AUDIENCE_MAX = 1000

const ids = z
  .array(id)
  .max(AUDIENCE_MAX)
  .default([])
  .transform((all): ReadonlySet<string> => new Set(all))

/**
 * Audience of an event. `userIds`: these accounts, and their displays that show it. `widgetIds`: displays with these
 * widgets. `admins`: all administrators. `everyone`: all accounts, and displays that show it.
 */
export const audienceSchema = z.object({
  userIds: ids,
  widgetIds: ids,
  admins: z.boolean().default(false),
  everyone: z.boolean().default(false),
})
export type Audience = z.input<typeof audienceSchema>

/** Splits an audience into parts that are small enough for one event each. */
export function* partsOf({ userIds = [], widgetIds = [], ...groups }: Audience): Generator<Audience> {
  const longest = Math.max(userIds.length, widgetIds.length)
  for (let start = 0; start === 0 || start < longest; start += AUDIENCE_MAX) {
    const [from, to] = [start, start + AUDIENCE_MAX]
    const named = { userIds: userIds.slice(from, to), widgetIds: widgetIds.slice(from, to) }
    yield start === 0 ? { ...groups, ...named } : named
  }
}

type ReceivedAudience = z.output<typeof audienceSchema>

/** Groups of streams: `visibleTo` returns null for all streams outside of an event's groups. */
export const EVERYONE = 'everyone'
const ADMINS = 'admins'
export const groupOfAccount = (userId: string): string => `account ${userId}`
const groupOfWidget = (widgetId: string): string => `widget ${widgetId}`

/** Groups of an actor's streams. */
export function groupsOf({ userId, role, credential }: Actor): string[] {
  const widgets = [...(credential?.display?.widgets ?? [])].map(groupOfWidget)
  return [EVERYONE, groupOfAccount(userId), ...(role === 'admin' ? [ADMINS] : []), ...widgets]
}

/** Groups of streams that may receive an event. */
export function* groupsIn({ userIds, widgetIds, admins, everyone }: ReceivedAudience): Generator<string> {
  if (everyone) return yield EVERYONE
  if (admins) yield ADMINS
  for (const userId of userIds) yield groupOfAccount(userId)
  for (const widgetId of widgetIds) yield groupOfWidget(widgetId)
}

/** Part of an event that an actor may see; null if none. */
export function visibleTo(actor: Actor, event: LiveEvent, audience: ReceivedAudience): LiveEvent | null {
  const { userIds, widgetIds, admins, everyone } = audience
  const isAddressed = everyone || userIds.has(actor.userId) || (admins && actor.role === 'admin')
  const display = displayIn(actor)
  if (!display) return isAddressed && mayReceive(actor, event) ? event : null
  // Decides by widgets, not by accounts: the owner may watch sources that the display does not show (any more).
  if (event.type === 'source.updated') return overlap(widgetIds, display.display.widgets) ? event : null
  return isAddressed ? visibleToDisplay(display, event) : null
}

/** Looks up the smaller set in the larger one. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one]
  for (const item of fewer) if (more.has(item)) return true
  return false
}
