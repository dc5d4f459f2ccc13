import { z } from 'zod'
import { page, pageDescription, pageName, widgetConfig } from './dashboard.ts'
import { GRID_COLUMNS, GRID_ROWS } from './grid.ts'
import { position } from './position.ts'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'

/** Days in which a deleted page can be restored. */
export const TRASH_DAYS = 30
/** Maximum deleted pages of one account; the oldest are removed first. */
export const TRASH_MAX = 100

/** A page in the trash; `modules` is the number of its widgets. */
export const deletedPage = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  modules: z.int(),
  deletedAt: instant,
  /** When it is removed for good. */
  keptUntil: instant,
})
export type DeletedPage = z.infer<typeof deletedPage>

const moduleId = z.string().min(1).max(100)

/** A page as a file, to keep or to share. Secrets are left out; `secrets` names those to fill in on import. */
export const pageFile = z.object({
  format: z.literal('atalaya.page'),
  version: z.literal(1),
  name: pageName,
  description: pageDescription.default(''),
  modules: z
    .array(
      z.object({
        module: z.object({ id: moduleId, name: z.string().max(80), version: z.string().max(40).optional() }),
        config: widgetConfig,
        secrets: z.array(z.string().max(100)).max(100).default([]),
        position,
      }),
    )
    .max(GRID_COLUMNS * GRID_ROWS),
})
export type PageFile = z.infer<typeof pageFile>

const root = '/api/v1/dashboard'
const onePage = z.object({ page })

export const pageArchive = {
  trash: route({
    method: 'GET',
    path: `${root}/trash`,
    access: 'user',
    scope: 'pages:read',
    summary: 'Deleted pages that can be restored, newest first',
    data: z.object({ pages: z.array(deletedPage) }),
  }),
  restore: route({
    method: 'POST',
    path: `${root}/trash/:id/restore`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Restore a deleted page, behind the others',
    params: idParams,
    fails: [409],
    data: onePage,
  }),
  purge: route({
    method: 'DELETE',
    path: `${root}/trash/:id`,
    access: 'user',
    scope: 'pages:write',
    summary: 'Delete a page for good',
    params: idParams,
    data: nothing,
  }),
  export: route({
    method: 'GET',
    path: `${root}/pages/:id/export`,
    access: 'user',
    scope: 'pages:read',
    summary: 'A page as a file, without secrets',
    params: idParams,
    data: z.object({ file: pageFile }),
  }),
  import: route({
    method: 'POST',
    path: `${root}/pages/import`,
    bodyBytes: 1024 * 1024,
    access: 'user',
    scope: 'pages:write',
    summary: 'Make a page from a file, whole or not at all',
    body: pageFile,
    fails: [404, 409],
    data: onePage,
  }),
}
