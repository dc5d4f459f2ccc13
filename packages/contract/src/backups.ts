import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './scalars.ts'

const schedule = z.object({
  everyHours: z.int(),
  /** Maximum backups that are stored. */
  keep: z.int(),
  /** When the newest backup was made. */
  lastAt: instant.nullable(),
  /** The next backup is overdue. */
  isLate: z.boolean(),
  /** Reason why the last try failed; null after a success. */
  failure: z.object({ at: instant, reason: z.string() }).nullable(),
  /** An administrator asked for one that is not made yet. */
  isAsked: z.boolean(),
})
export type BackupSchedule = z.infer<typeof schedule>

export const backups = {
  status: route({
    method: 'GET',
    path: '/api/v1/backups',
    access: 'admin',
    scope: 'server:read',
    summary: 'State of the scheduled backups; null if none are scheduled',
    data: z.object({ schedule: schedule.nullable() }),
  }),
  make: route({
    method: 'POST',
    path: '/api/v1/backups',
    access: 'admin',
    scope: null,
    summary: 'Ask for a backup now, besides the scheduled ones; refused within ten minutes of the newest one',
    data: z.object({ schedule }),
  }),
}
