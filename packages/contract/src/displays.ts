import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { boundedText } from './bounded-text.ts'
import { chosenColours, themeId } from './colours.ts'
import { displayEntries } from './display-entries.ts'
import { route } from './route.ts'
import { clockTime, id, idParams, instant, nothing } from './scalars.ts'
import { severity } from './severity.ts'

/** Maximum displays of one person. */
export const DISPLAYS_MAX = 50
/** Interval between a display's reports, in ms; after two missed ones it counts as offline. */
export const REPORT_MS = 30_000

const percent = (min: number) => z.int().min(min).max(100)
const oneLine = (max: number) =>
  boundedText(max, `This can have at most ${max} characters`)
    .trim()
    .max(max, `This can have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, "This can't contain control characters")

/** Look and behaviour of a display. */
export const displaySettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Theme with its colours; null is its owner's choice. */
  colours: themeId.nullable().default(null),
  /** In per cent. */
  zoom: z.int().min(50).max(300).default(100),
  /** Clockwise rotation of the picture, in degrees. */
  turned: z.literal([0, 90, 180, 270]).default(0),
  /** In per cent; below 100 the picture is darkened. */
  brightness: percent(10).default(100),
  /** Idle screen after these minutes without a touch; null for no idle screen. */
  idle: z
    .strictObject({ minutes: z.int().min(1).max(240), shows: z.enum(['clock', 'dimmed']) })
    .nullable()
    .default(null),
  /** Brightness at night in per cent, 0 is black; times are in the display's zone. */
  night: z
    .strictObject({ from: clockTime, to: clockTime, brightness: percent(0) })
    .nullable()
    .default(null),
  /** Language of dates, as in BCP 47; null is the browser's. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is written as en or de-AT')
    .max(35)
    .nullable()
    .default(null),
  /** Shows greeting, date and dots around the page. */
  frame: z.boolean().default(true),
  /** Pages slide; if false, they change at once. */
  transitions: z.boolean().default(true),
  /** The page to show while an alert of at least this severity fires. */
  onAlert: z.strictObject({ pageId: id, from: severity }).nullable().default(null),
})
export type DisplaySettings = z.infer<typeof displaySettings>

/** Report of a display about itself. */
export const displayReport = z.strictObject({
  /** The page on screen; null if there is none. */
  pageId: id.nullable(),
  /** Version of the program that runs there. */
  version: oneLine(80),
  /** Size of the window, in CSS pixels. */
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  /** Memory of the browser's scripts in bytes, if it reports it. */
  memoryBytes: z.int().min(0).nullable(),
  /** Time since the last frame was drawn, in ms. */
  stillMs: z.int().min(0).max(86_400_000),
})
export type DisplayReport = z.infer<typeof displayReport>

/** A page that is shown on a display for a while, on request. */
const displayEvent = z.object({ pageId: id, until: instant })

const displayFields = {
  name: oneLine(60).min(1, 'Give the display a name'),
  /** Place where it hangs. */
  place: oneLine(120),
  /** Tags, to address several displays at once. */
  tags: z
    .array(agentTag)
    .max(20, 'A display can have at most 20 tags')
    .overwrite((tags) => [...new Set(tags)]),
  /** IANA name of its time zone. */
  zone: z.string().min(1).max(64),
  entries: displayEntries,
}

/** A display as its owner sees it. */
export const display = z.object({
  _id: id,
  ...displayFields,
  settings: displaySettings,
  event: displayEvent.nullable(),
  isOnline: z.boolean(),
  /** Last report; null before the first. */
  report: displayReport.nullable(),
  seenAt: instant.nullable(),
  /**
   * When the screen reported again after another one was refused: two use this credential. Recorded once an hour at
   * most.
   */
  copySeenAt: instant.nullable(),
  createdAt: instant,
})
export type Display = z.infer<typeof display>

/** Pages that a display may show; it gets data of no others. */
export const pagesOf = ({ entries, settings, event }: Pick<Display, 'entries' | 'settings' | 'event'>): Set<string> =>
  new Set(
    [...entries.map(({ pageId }) => pageId), settings.onAlert?.pageId, event?.pageId].filter((page) => page != null),
  )

/** A display with its owner but without its pages, for administrators. */
export const ownedDisplay = display
  .pick({ _id: true, name: true, place: true, isOnline: true, seenAt: true, createdAt: true })
  .extend({ owner: z.object({ _id: id, username: z.string() }) })
export type OwnedDisplay = z.infer<typeof ownedDisplay>

/** A display's view of itself. `alertPageId` is set while an alert fires, `look` if colours were chosen. */
export const ownDisplay = display
  .pick({ _id: true, name: true, zone: true, entries: true, settings: true, event: true })
  .extend({ owner: z.string(), alertPageId: id.nullable(), look: chosenColours.optional() })
export type OwnDisplay = z.infer<typeof ownDisplay>

/** Orders that displays carry out at once. */
export const displayOrder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('next') }),
  z.strictObject({ kind: z.literal('previous') }),
  z.strictObject({ kind: z.literal('reload') }),
  /** Shows its name and a large code for ten seconds; the caller shows the same code. */
  z.strictObject({ kind: z.literal('identify'), code: z.string().regex(/^[A-Z0-9]{2,4}$/) }),
  z.strictObject({
    kind: z.literal('message'),
    text: oneLine(200).min(1, 'Write a message'),
    seconds: z.int().min(3).max(3600),
  }),
  /** Shows a page for some minutes; null ends that. */
  z.strictObject({ kind: z.literal('page'), pageId: id.nullable(), minutes: z.int().min(1).max(1440).default(10) }),
  z.strictObject({ kind: z.literal('theme'), theme: displaySettings.shape.theme.unwrap() }),
  z.strictObject({ kind: z.literal('brightness'), brightness: percent(10) }),
])
export type DisplayOrder = z.infer<typeof displayOrder>

/** Target displays: by id, or all of the caller's with a tag. */
const orderTarget = z
  .strictObject({ displayIds: z.array(id).min(1).max(DISPLAYS_MAX).optional(), tag: agentTag.optional() })
  .refine(({ displayIds, tag }) => (displayIds === undefined) !== (tag === undefined), 'Choose displays or a tag')

/** A code from a screen: the long one of its picture, or the short one, with or without its dash. */
const shownCode = boundedText(128).trim().min(1).max(128)

const root = '/api/v1/displays'
const withDisplay = z.object({ display })

export const displays = {
  list: route({
    method: 'GET',
    path: root,
    access: 'user',
    scope: 'displays:read',
    summary: 'Your own displays, by their names',
    data: z.object({ displays: z.array(display) }),
  }),
  waiting: route({
    method: 'GET',
    path: `${root}/waiting/:code`,
    access: 'user',
    scope: null,
    summary: 'The screen that shows a code, before it is made a display',
    params: z.object({ code: shownCode }),
    fails: [404, 429],
    data: z.object({ screen: z.object({ browser: z.string(), os: z.string(), ip: z.string(), since: instant }) }),
  }),
  pair: route({
    method: 'POST',
    path: root,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    // The display goes on showing pages long after the session that made it.
    sensitive: true,
    summary: 'Make the screen that shows a code a display',
    body: z.strictObject({
      code: shownCode,
      ...displayFields,
      tags: displayFields.tags.default([]),
      place: displayFields.place.default(''),
    }),
    fails: [404, 409, 429],
    data: withDisplay,
  }),
  edit: route({
    method: 'PATCH',
    path: `${root}/:id`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'displays:write',
    summary: 'Change a display: its name, playlist or settings',
    params: idParams,
    body: z.strictObject({ ...displayFields, settings: displaySettings }).partial(),
    data: withDisplay,
  }),
  remove: route({
    method: 'DELETE',
    path: `${root}/:id`,
    access: 'user',
    scope: 'displays:write',
    summary: 'Remove a display; its screen shows nothing of it within a second',
    params: idParams,
    data: nothing,
  }),
  sendOrder: route({
    method: 'POST',
    path: `${root}/orders`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'displays:write',
    summary: 'Send an order to displays',
    body: z.strictObject({ to: orderTarget, order: displayOrder }),
    fails: [404, 429],
    data: z.object({ told: z.int(), online: z.int() }),
  }),
  listAll: route({
    method: 'GET',
    path: '/api/v1/admin/displays',
    access: 'admin',
    scope: null,
    summary: 'Displays of all users, by name, at most 500',
    data: z.object({ displays: z.array(ownedDisplay) }),
  }),
  removeAny: route({
    method: 'DELETE',
    path: '/api/v1/admin/displays/:id',
    access: 'admin',
    scope: null,
    summary: "Remove anybody's display",
    params: idParams,
    data: nothing,
  }),
}
