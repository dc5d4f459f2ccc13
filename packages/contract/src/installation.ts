import { z } from 'zod'
import { route } from './route.ts'
import { id, instant } from './scalars.ts'

const disk = z.object({
  freeBytes: z.int(),
  totalBytes: z.int(),
  /** From `full` on nothing is stored that only adds history. */
  level: z.enum(['ok', 'low', 'full']),
})

/** The most widgets that are listed. */
export const LOST_SECRETS_MAX = 50

const lostSecret = z.object({
  widgetId: id,
  /** The module's name. */
  widget: z.string(),
  page: z.string(),
  /** The username of whose page it is. */
  owner: z.string(),
})

const lostSecrets = z.object({
  widgets: z.array(lostSecret).max(LOST_SECRETS_MAX),
  /** There are others beside these. */
  isMore: z.boolean(),
})

const status = z.object({
  /** When the process that answers began. */
  startedAt: instant,
  /** The disk of the data folder; null where it tells nothing. */
  disk: disk.nullable(),
  /** Widgets with secrets that the key of the server can't open: it was lost, and there is another one now. */
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
    summary: "Where other machines reach this server, told to who asks on the server's own machine",
    data: z.object({ url: z.string().nullable() }),
  }),
}
