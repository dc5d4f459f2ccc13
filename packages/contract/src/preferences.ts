import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { agentColumn } from './agent-listing.ts'
import { boundedText } from './bounded-text.ts'
import { chosenColours, themeId } from './colours.ts'
import { moduleId } from './modules.ts'
import { route } from './route.ts'
import { id, nothing } from './scalars.ts'
import { COMPARED_NAMED_MAX } from './telemetry.ts'

/** Look of a list of agents; absent fields are the default. */
export const listLook = z.strictObject({
  columns: z.array(agentColumn).max(agentColumn.options.length).optional(),
  as: z.enum(['cards', 'rows']).optional(),
})
export type ListLook = z.infer<typeof listLook>

/** Maximum views of a list that one person can save. */
export const VIEWS_MAX = 20

export const viewName = boundedText(40, 'The name of a view can have at most 40 characters')
  .trim()
  .min(1, 'A view needs a name')
  .max(40, 'The name of a view can have at most 40 characters')
  .regex(/^\P{Cc}*$/u, "The name of a view can't contain control characters")

/** A saved view of a list; `search` is its filters and order, as a query string. */
export const listView = listLook.extend({
  /** Name in the query string: `?view=<slug>`. */
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

/** Ranges that charts offer. */
export const chartRange = z.enum(['15m', '1h', '6h', '24h', '7d', '30d', '1y'])

/** Settings of agents' charts; absent fields are the default. */
export const chartLook = z.strictObject({
  range: chartRange.optional(),
  /** Metrics besides the standard ones. */
  added: z.array(z.string().min(1).max(64)).max(50).optional(),
  hasWeekBefore: z.boolean().optional(),
  /** Agents to compare with, by id and by tag. */
  beside: z.array(id).max(COMPARED_NAMED_MAX).optional(),
  tag: agentTag.optional(),
})
export type ChartLook = z.infer<typeof chartLook>

/** Formats of times, dates and numbers; absent fields are the browser's. */
export const formats = z.strictObject({
  /** Language tag (BCP 47). */
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is written as en or de-AT')
    .max(35)
    .optional(),
  /** IANA name of the time zone. */
  zone: z
    .string()
    .regex(/^[A-Za-z0-9_+/-]+$/, 'A zone is written as Europe/Madrid')
    .max(64)
    .optional(),
  hours: z.literal([12, 24]).optional(),
  /** 1 is Monday, 7 is Sunday (ISO 8601). */
  firstDay: z.int().min(1).max(7).optional(),
})

/** Screens to start at, besides Home and the dashboards. */
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

/** First screen after signing in: a place, a page to edit, or the default (Home). */
export const startPage = z.union([
  z.strictObject({ place: startPlace }),
  z.strictObject({ page: id }),
  z.strictObject({}),
])
export type StartPage = z.infer<typeof startPage>

/**
 * All preferences of a person, the same on all their screens. To add one, write one line with its schema. The schema
 * bounds the value to some kilobytes, since all are read at once. It has an empty value for the default. On the web,
 * `usePreferences` reads and saves it. A stored value that its schema no longer accepts counts as never set.
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
    /** True if Home shows no guide for the first steps. */
    hidesGuide: z.boolean(),
    /** Modules most recently put on a page, newest first. */
    usedModules: z.array(moduleId).max(6),
    /** Theme of all screens. */
    colours: themeId,
  })
  .partial()
export type Preferences = z.infer<typeof preferences>

/** Preferences as screens show them: with the colours of the chosen theme. */
export const shownPreferences = preferences.extend({ look: chosenColours.optional() })
export type ShownPreferences = z.infer<typeof shownPreferences>

export const preferenceCalls = {
  read: route({
    method: 'GET',
    path: '/api/v1/preferences',
    access: 'user',
    scope: null,
    summary: 'Preferences of the caller, such as columns and views of lists',
    data: z.object({ preferences: shownPreferences }),
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
