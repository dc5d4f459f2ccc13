import { z } from 'zod'
import { route } from './route.ts'
import { instant } from './scalars.ts'

const schedule = z.object({
  everyHours: z.int(),
  /** How many are kept. */
  keep: z.int(),
  /** When the newest one was made. */
  lastAt: instant.nullable(),
  /** The newest one should have been followed by others. */
  isLate: z.boolean(),
  /** Why the last try made none; null once one was made. */
  failure: z.object({ at: instant, reason: z.string() }).nullable(),
})
export type BackupSchedule = z.infer<typeof schedule>

export const backups = {
  status: route({
    method: 'GET',
    path: '/api/v1/backups',
    access: 'admin',
    scope: 'server:read',
    summary: 'How the scheduled backups are doing; null where none are scheduled',
    data: z.object({ schedule: schedule.nullable() }),
  }),
}
