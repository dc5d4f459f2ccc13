import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './scalars.ts'

const disk = z.object({
  freeBytes: z.int(),
  totalBytes: z.int(),
  /** Room on the disk; at `full` the server stores no more history. */
  level: z.enum(['ok', 'low', 'full']),
})

/** Maximum widgets listed. */
export const LOST_SECRETS_MAX = 50

const lostSecret = z.object({
  widgetId: id,
  /** Name of the module. */
  widget: z.string(),
  page: z.string(),
  /** Username of the page's owner. */
  owner: z.string(),
})

const lostSecrets = z.object({
  widgets: z.array(lostSecret).max(LOST_SECRETS_MAX),
  /** There are more. */
  isMore: z.boolean(),
})

const status = z.object({
  /** Start of the process that answers. */
  startedAt: instant,
  /** Disk of the data folder; null if it can't be read. */
  disk: disk.nullable(),
  /** Widgets whose secrets can't be decrypted: the server's key was lost and replaced. */
  lostSecrets,
})
export type InstallationStatus = z.infer<typeof status>

export const installation = {
  status: route({
    method: 'GET',
    path: '/api/v1/installation',
    access: 'admin',
    scope: 'server:read',
    summary: 'Since when the server runs, room on the disk, and widgets whose secrets must be entered again',
    data: status,
  }),
  address: route({
    method: 'GET',
    path: '/api/v1/installation/address',
    access: 'user',
    scope: null,
    summary: "Address of this server for other machines, given only to requests from the server's own machine",
    data: z.object({ url: z.string().nullable() }),
  }),
}
