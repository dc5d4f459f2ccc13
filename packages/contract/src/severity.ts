import { z } from 'zod'

/** How much an alert matters; critical ones break through quiet hours. */
export const severity = z.enum(['info', 'warning', 'critical'])
export type Severity = z.infer<typeof severity>
