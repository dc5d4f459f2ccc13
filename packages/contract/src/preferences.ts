import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { agentColumn } from './agent-listing.ts'
import { boundedText } from './bounded-text.ts'
import { moduleId } from './modules.ts'
import { route } from './route.ts'
import { id, nothing } from './scalars.ts'
import { COMPARED_NAMED_MAX } from './telemetry.ts'

/** How a list of agents looks. What is absent is as usual. */
export const listLook = z.strictObject({
  columns: z.array(agentColumn).max(agentColumn.options.length).optional(),
  as: z.enum(['cards', 'rows']).optional(),
})
export type ListLook = z.infer<typeof listLook>

/** Views that one person can keep of a list. */
export const VIEWS_MAX = 20

export const viewName = boundedText(40, 'The name of a view can have at most 40 characters')
  .trim()
  .min(1, 'A view needs a name')
  .max(40, 'The name of a view can have at most 40 characters')
  .regex(/^\P{Cc}*$/u, "The name of a view can't contain control characters")

/** A list as somebody wants to see it again: `search` is its filters and order, as they stand in its address. */
export const listView = listLook.extend({
  /** Its address: `?view=<slug>`. */
  slug: z
    .string()
    .regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u)
    .max(60),
  name: viewName,
  search: z
    .string()
    .max(2000)
    .regex(/^\P{Cc}*$/u),
})
export type ListView = z.infer<typeof listView>

const listViews = z
  .array(listView)
  .max(VIEWS_MAX, `A list can have at most ${VIEWS_MAX} views`)
  .refine((views) => new Set(views.map(({ slug }) => slug)).size === views.length, 'Two views have the same address')

/** The ranges that charts offer. */
export const chartRange = z.enum(['15m', '1h', '6h', '24h', '7d', '30d', '1y'])

/** What the charts of agents show. What is absent is as usual. */
export const chartLook = z.strictObject({
  range: chartRange.optional(),
  /** Metrics beside the standard ones. */
  added: z.array(z.string().min(1).max(64)).max(50).optional(),
  hasWeekBefore: z.boolean().optional(),
  /** The agents that others are compared with, and the tag of such. */
  beside: z.array(id).max(COMPARED_NAMED_MAX).optional(),
  tag: agentTag.optional(),
})
export type ChartLook = z.infer<typeof chartLook>

/** How times, dates and numbers are written. What is absent is the browser's. */
export const formats = z.strictObject({
  /** As BCP 47 names it. */
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is written as en or de-AT')
    .max(35)
    .optional(),
  /** IANA's name. */
  zone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]+$/, 'A zone is written as Europe/Madrid')
    .max(64)
    .optional(),
  hours: z.literal([12, 24]).optional(),
  /** 1 is Monday, 7 is Sunday (ISO 8601). */
  firstDay: z.int().min(1).max(7).optional(),
})

/** Screens that somebody can begin at, beside Home and the dashboards one by one. */
export const startPlace = z.enum([
  'dashboards',
  'agents',
  'activity',
  'alerts',
  'displays',
  'marketplace',
  'fleet',
  'users',
  'audit',
])
export type StartPlace = z.infer<typeof startPlace>

/** The first screen after signing in: a place, a page to edit, or as usual (Home). */
export const startPage = z.union([
  z.strictObject({ place: startPlace }),
  z.strictObject({ page: id }),
  z.strictObject({}),
])
export type StartPage = z.infer<typeof startPage>

/**
 * What a person chose for themselves, kept for all their screens: the one list of it. A new key is one line here, with the
 * schema of its value, which bounds it to some kilobytes (all are read at once) and has an empty value for "as usual". On
 * the web `usePreferences` reads and keeps it. A kept value that its schema takes no more counts as never chosen.
 */
export const preferences = z
  .strictObject({
    fleetLook: listLook,
    fleetViews: listViews,
    ownLook: listLook,
    ownViews: listViews,
    charts: chartLook,
    formats,
    startPage,
    /** Modules that were put on a page last, the newest first. */
    usedModules: z.array(moduleId).max(6),
  })
  .partial()
export type Preferences = z.infer<typeof preferences>

export const preferenceCalls = {
  read: route({
    method: 'GET',
    path: '/api/v1/preferences',
    access: 'user',
    scope: null,
    summary: 'What the caller chose for themselves, such as columns and views of lists',
    data: z.object({ preferences }),
  }),
  keep: route({
    method: 'PATCH',
    path: '/api/v1/preferences',
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: null,
    summary: 'Keep a choice: a key that is named gets its whole new value, all others stay',
    body: preferences,
    data: nothing,
  }),
}
