import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { boundedText } from './bounded-text.ts'
import { displayEntries } from './display-playlist.ts'
import { route } from './route.ts'
import { clockTime, id, idParams, instant, nothing } from './scalars.ts'
import { severity } from './severity.ts'

/** Most displays of one person. */
export const DISPLAYS_MAX = 50
/** A display says so often how it is, in ms; twice without a word, and it counts as away. */
export const REPORT_MS = 30_000

const percent = (least: number) => z.int().min(least).max(100)
const oneLine = (max: number) =>
  boundedText(max, `This can have at most ${max} characters`)
    .trim()
    .max(max, `This can have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, "This can't contain control characters")

/** How a display looks and behaves. */
export const displaySettings = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** In per cent. */
  zoom: z.int().min(50).max(300).default(100),
  /** By how many degrees the picture is turned, clockwise. */
  turned: z.literal([0, 90, 180, 270]).default(0),
  /** In per cent; what is less is drawn darker. */
  brightness: percent(10).default(100),
  /** What comes when nobody has touched the screen for so many minutes; null: nothing. */
  idle: z
    .strictObject({ minutes: z.int().min(1).max(240), shows: z.enum(['clock', 'dimmed']) })
    .nullable()
    .default(null),
  /** At night it is this bright; 0 is black. By the clocks of the display's zone. */
  night: z
    .strictObject({ from: clockTime, to: clockTime, brightness: percent(0) })
    .nullable()
    .default(null),
  /** In which language dates are written, as BCP 47 names it; null: as the browser does. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language is written as en or de-AT')
    .max(35)
    .nullable()
    .default(null),
  /** Greeting, date and dots around the page. */
  frame: z.boolean().default(true),
  /** Whether pages slide; where not, one takes the place of the other. */
  transitions: z.boolean().default(true),
  /** The page that is shown while something is wrong that matters so much. */
  onAlert: z.strictObject({ pageId: id, from: severity }).nullable().default(null),
})
export type DisplaySettings = z.infer<typeof displaySettings>

/** What a display says of itself. */
export const displayReport = z.strictObject({
  /** The page on screen; null where none is. */
  pageId: id.nullable(),
  /** The version of the program that runs there. */
  version: oneLine(80),
  /** Of the window, in CSS pixels. */
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  /** What the browser's scripts hold, in bytes, where it tells. */
  memoryBytes: z.int().min(0).nullable(),
  /** Since when nothing was drawn any more, in ms. */
  stillMs: z.int().min(0).max(86_400_000),
})
export type DisplayReport = z.infer<typeof displayReport>

/** What somebody wants to see on a display for a while. */
const displayEvent = z.object({ pageId: id, until: instant })

const named = {
  name: oneLine(60).min(1, 'Give the display a name'),
  /** Where it hangs. */
  place: oneLine(120),
  /** For several at once. */
  tags: z
    .array(agentTag)
    .max(20, 'A display can have at most 20 tags')
    .overwrite((tags) => [...new Set(tags)]),
  /** IANA's name of the zone by whose clocks it goes. */
  zone: z.string().min(1).max(64),
  entries: displayEntries,
}

/** A display, as its owner sees it. */
export const display = z.object({
  _id: id,
  ...named,
  settings: displaySettings,
  event: displayEvent.nullable(),
  isOnline: z.boolean(),
  /** What it said last; null before the first time. */
  report: displayReport.nullable(),
  seenAt: instant.nullable(),
  /** When a second screen was found to show the credential of this one, and refused; told once an hour at most. */
  copySeenAt: instant.nullable(),
  createdAt: instant,
})
export type Display = z.infer<typeof display>

/** The pages that a display may show: nothing of others reaches it. */
export const pagesOf = ({ entries, settings, event }: Pick<Display, 'entries' | 'settings' | 'event'>): Set<string> =>
  new Set(
    [...entries.map(({ pageId }) => pageId), settings.onAlert?.pageId, event?.pageId].filter((page) => page != null),
  )

/** The same with whose it is, for administrators: without what it shows. */
export const ownedDisplay = display
  .pick({ _id: true, name: true, place: true, isOnline: true, seenAt: true, createdAt: true })
  .extend({ owner: z.object({ _id: id, username: z.string() }) })
export type OwnedDisplay = z.infer<typeof ownedDisplay>

/** What a display knows of itself. `alertPageId` is set while there is something to show it for. */
export const ownDisplay = display
  .pick({ _id: true, name: true, zone: true, entries: true, settings: true, event: true })
  .extend({ owner: z.string(), alertPageId: id.nullable() })
export type OwnDisplay = z.infer<typeof ownDisplay>

/** What displays can be told to do at once. */
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
  /** Shows a page for so many minutes; null ends that. */
  z.strictObject({ kind: z.literal('page'), pageId: id.nullable(), minutes: z.int().min(1).max(1440).default(10) }),
  z.strictObject({ kind: z.literal('theme'), theme: displaySettings.shape.theme.unwrap() }),
  z.strictObject({ kind: z.literal('brightness'), brightness: percent(10) }),
])
export type DisplayOrder = z.infer<typeof displayOrder>

/** Which displays: these, or all of mine with a tag. */
const meant = z
  .strictObject({ displayIds: z.array(id).min(1).max(DISPLAYS_MAX).optional(), tag: agentTag.optional() })
  .refine(({ displayIds, tag }) => (displayIds === undefined) !== (tag === undefined), 'Choose displays or a tag')

/** A code from a screen: the long one of its picture, or the short one that is typed in, with or without its dash. */
const shownCode = boundedText(128).trim().min(1).max(128)

const root = '/api/v1/displays'
const one = z.object({ display })

export const displays = {
  list: route({
    method: 'GET',
    path: root,
    access: 'user',
    scope: 'displays:read',
    summary: 'The own displays, by their names',
    data: z.object({ displays: z.array(display) }),
  }),
  waiting: route({
    method: 'GET',
    path: `${root}/waiting/:code`,
    access: 'user',
    scope: null,
    summary: 'Which screen shows a code, before it is made a display',
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
    // It goes on showing the pages long after the session that made it.
    sensitive: true,
    summary: 'Make the screen that shows a code a display',
    body: z.strictObject({ code: shownCode, ...named, tags: named.tags.default([]), place: named.place.default('') }),
    fails: [404, 409, 429],
    data: one,
  }),
  edit: route({
    method: 'PATCH',
    path: `${root}/:id`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'displays:write',
    summary: 'Change a display: its name, playlist or settings',
    params: idParams,
    body: z.strictObject({ ...named, settings: displaySettings }).partial(),
    data: one,
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
  tell: route({
    method: 'POST',
    path: `${root}/orders`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'displays:write',
    summary: 'Tell displays what to do at once',
    body: z.strictObject({ to: meant, order: displayOrder }),
    fails: [404, 429],
    data: z.object({ told: z.int(), online: z.int() }),
  }),
  listAll: route({
    method: 'GET',
    path: '/api/v1/admin/displays',
    access: 'admin',
    scope: null,
    summary: 'Whose displays there are, by their names, at most 500',
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
