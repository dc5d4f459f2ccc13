import { z } from 'zod'
import { agent, agentRecord } from './agents.ts'
import { alertIncident } from './alert-incidents.ts'
import { themeId } from './colours.ts'
import { command } from './commands.ts'
import { page } from './dashboard.ts'
import { display, displayOrder } from './displays.ts'
import { shownPreferences } from './preferences.ts'
import { resource } from './route.ts'
import { id } from './scalars.ts'
import { sourceState } from './source-state.ts'
import { user } from './users.ts'

const event = <T extends string, D extends z.ZodType>(type: T, data: D) => z.object({ type: z.literal(type), data })

/** One sample of an agent: metric name → value. */
export const sample = z.object({
  agentId: id,
  at: z.iso.datetime(),
  metrics: z.record(z.string(), z.number()),
})
export type Sample = z.infer<typeof sample>

/** All events of `GET /api/v1/events`; a listener receives only those that they may read. */
export const liveEvent = z.discriminatedUnion('type', [
  event('user.updated', user),
  event('user.deleted', z.object({ _id: id })),
  event('agent.updated', agent),
  event('agent.deleted', z.object({ agentId: id })),
  event('agent.data', z.object({ samples: z.array(sample), records: z.array(agentRecord) })),
  event('command.updated', command),
  event('page.updated', page),
  event('page.deleted', z.object({ _id: id })),
  /** A display was paired, changed, or sent a report. */
  event('display.updated', display),
  event('display.deleted', z.object({ _id: id })),
  /** An order for the displays themselves. */
  event('display.told', z.object({ displayIds: z.array(id), order: displayOrder })),
  /** Keys that changed, with their new values. */
  event('preferences.updated', shownPreferences),
  event('alert.updated', alertIncident),
  /** The reader's rules, silences or channels changed: read them again. */
  event('alerts.changed', z.object({})),
  event('modules.changed', z.object({})),
  /** A theme has other colours, or none. */
  event('themes.changed', z.object({ id: themeId })),
  /** New data of a widget's source, or its error. */
  event('source.updated', sourceState),
  event('session.revoked', z.object({ sessionId: id.nullable() })),
  /** Sent after a gap: drop the cache and read again. */
  event('resync', z.object({})),
])
export type LiveEvent = z.infer<typeof liveEvent>

/** The stream of live events, server-sent (WHATWG HTML 9.2). */
export const eventStream = resource({
  path: '/api/v1/events',
  access: 'user',
  scope: 'events:read',
  allowsDisplay: 'own',
  summary: 'Live events (text/event-stream)',
  type: 'text/event-stream',
  answers: 'Server-sent events; the `data` of each is one of these, as JSON on one line',
  headers: z.object({
    'last-event-id': z
      .string()
      .optional()
      .meta({ description: 'The `id` of the last event that one has, to miss none' }),
  }),
  event: liveEvent,
  isEndless: true,
  fails: [429],
})
