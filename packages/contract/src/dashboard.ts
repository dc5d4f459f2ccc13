import { z } from 'zod'
import { isJson } from './bounded-json.ts'
import { boundedText } from './bounded-text.ts'
import { GRID_COLUMNS, GRID_ROWS } from './grid.ts'
import { installedMeta } from './modules.ts'
import { position } from './position.ts'
import { route } from './route.ts'
import { id, idParams, nothing } from './scalars.ts'

/** Placeholder for a secret in a widget's configuration; sent back, it keeps the secret. */
export const SECRET_MASK = '********'

const CONFIG_MAX_CHARACTERS = 32_768

const CONFIG_KEY_MAX = 100

/** Fault of a configuration, or null. */
function faultOfConfig(config: unknown): string | null {
  if (typeof config !== 'object' || config === null || Array.isArray(config) || !isJson(config)) {
    return 'Invalid input: expected an object of JSON'
  }
  if (Object.keys(config).some((key) => key.length > CONFIG_KEY_MAX)) {
    return `A key of the configuration can have at most ${CONFIG_KEY_MAX} characters`
  }
  return JSON.stringify(config).length <= CONFIG_MAX_CHARACTERS ? null : 'The configuration is too large'
}

/** Values of a widget's form, described by the module's schema. */
export const widgetConfig = z
  .custom<Record<string, z.core.util.JSONType>>((config) => faultOfConfig(config) === null, {
    error: ({ input }) => faultOfConfig(input) ?? '',
  })
  .meta({ type: 'object', additionalProperties: {} })
export type WidgetConfig = z.infer<typeof widgetConfig>

export const installedModule = z.object({ _id: id, meta: installedMeta, config: widgetConfig, position })
export type InstalledModule = z.infer<typeof installedModule>

export const page = z.object({
  _id: id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  active: z.boolean(),
  order: z.int(),
  /** Increases with every change, so the newer of two copies is known. */
  version: z.int(),
  modules: z.array(installedModule),
})
export type Page = z.infer<typeof page>

export const pageName = boundedText(80, 'Name can have at most 80 characters')
  .trim()
  .min(1, 'Name is required')
  .max(80, 'Name can have at most 80 characters')
  .regex(/^\P{Cc}*$/u, "Name can't contain control characters")
/** Lower-case words joined by dashes. */
const slug = boundedText(80, 'Slug can have at most 80 characters')
  .trim()
  .toLowerCase()
  .max(80, 'Slug can have at most 80 characters')
  .regex(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u, 'Slug can contain letters, digits and single dashes only')
export const pageDescription = boundedText(500, 'Description can have at most 500 characters')
  .trim()
  .max(500, 'Description can have at most 500 characters')
  // Newlines and tabs are allowed; PostgreSQL accepts no NUL in a text.
  .refine((text) => !text.includes('\0'), "Description can't contain a NUL character")

/** Maximum pages of one account. */
export const PAGES_MAX = 100

export const newPage = z.strictObject({
  name: pageName,
  slug: slug.optional(),
  description: pageDescription.optional(),
  active: z.boolean().optional(),
})
export type NewPage = z.input<typeof newPage>
export const editPage = newPage.partial()
export type EditPage = z.input<typeof editPage>

const root = '/api/v1/dashboard'
const onePage = z.object({ page })
const pageAndModule = z.object({ page, module: installedModule })
const moduleParams = z.object({ id, moduleId: id })

export const dashboard = {
  list: route({
    method: 'GET',
    path: `${root}/pages`,
    access: 'user',
    scope: 'pages:read',
    allowsDisplay: 'pages',
    summary: 'Own pages in their order',
    data: z.object({ pages: z.array(page) }),
  }),
  active: route({
    method: 'GET',
    path: `${root}/pages/active`,
    access: 'user',
    scope: 'pages:read',
    summary: 'The active page',
    data: z.object({ page: page.nullable() }),
  }),
  bySlug: route({
    method: 'GET',
    path: `${root}/pages/by-slug/:slug`,
    access: 'user',
    scope: 'pages:read',
    summary: 'One page by its slug',
    params: z.object({ slug: z.string().max(200) }),
    data: onePage,
  }),
  get: route({
    method: 'GET',
    path: `${root}/pages/:id`,
    access: 'user',
    scope: 'pages:read',
    summary: 'One page',
    params: idParams,
    data: onePage,
  }),
  create: route({
    method: 'POST',
    path: `${root}/pages`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Create a page; the first one is active',
    body: newPage,
    fails: [409],
    data: onePage,
  }),
  edit: route({
    method: 'PATCH',
    path: `${root}/pages/:id`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Change a page; `active: true` deactivates all others',
    params: idParams,
    body: editPage,
    fails: [409],
    data: onePage,
  }),
  remove: route({
    method: 'DELETE',
    path: `${root}/pages/:id`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Delete a page',
    params: idParams,
    data: nothing,
  }),
  reorder: route({
    method: 'PATCH',
    path: `${root}/pages/reorder`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'pages:write',
    summary: 'Set the order of pages, all or nothing',
    body: z.strictObject({ items: z.array(z.strictObject({ id, order: z.int().min(0).max(10_000) })).max(500) }),
    data: z.object({ pages: z.array(page) }),
  }),
  install: route({
    method: 'POST',
    path: `${root}/pages/:id/modules`,
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'pages:write',
    summary: 'Put a module on a page, at a place or the first free one',
    params: idParams,
    body: z.object({
      meta: z.object({ id: z.string().min(1).max(100) }),
      config: widgetConfig.default({}),
      position: position.optional(),
    }),
    fails: [409],
    data: pageAndModule,
  }),
  copyModule: route({
    method: 'POST',
    path: `${root}/pages/:id/copies`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Put a copy of your own widget on a page, with its secrets and what it keeps, at the first free place',
    params: idParams,
    body: z.strictObject({ moduleId: id }),
    fails: [409],
    data: pageAndModule,
  }),
  editModule: route({
    method: 'PATCH',
    path: `${root}/pages/:id/modules/:moduleId`,
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'pages:write',
    summary: 'Move or configure a widget',
    params: moduleParams,
    body: z.union([z.strictObject({ position }), z.strictObject({ config: widgetConfig })]),
    fails: [409],
    data: pageAndModule,
  }),
  removeModule: route({
    method: 'DELETE',
    path: `${root}/pages/:id/modules/:moduleId`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Remove a widget',
    params: moduleParams,
    data: onePage,
  }),
  arrange: route({
    method: 'PATCH',
    path: `${root}/pages/:id/modules/reorder`,
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'pages:write',
    summary: 'Place several widgets at once, all or nothing',
    params: idParams,
    body: z.strictObject({
      positions: z
        .array(position.safeExtend({ id }))
        .min(1)
        .max(GRID_COLUMNS * GRID_ROWS),
    }),
    fails: [409],
    data: onePage,
  }),
}
