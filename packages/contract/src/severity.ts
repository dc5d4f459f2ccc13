import { z } from 'zod'

/** Importance of an alert; critical ones break through quiet hours. */
export const severity = z.enum(['info', 'warning', 'critical'])
export type Severity = z.infer<typeof severity>
