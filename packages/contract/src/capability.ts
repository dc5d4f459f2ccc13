import { z } from 'zod'
import { json } from './scalars.ts'

/** A command that an agent offers, as the machine itself describes it. */
export const capability = z.object({
  name: z.string().min(1).max(64),
  description: z.string().max(200).optional(),
  /** 0 harmless, 1 interrupts the agent, 2 changes the machine. */
  danger: z.int().min(0).max(2).default(0),
  /** Running it twice does no harm. */
  idempotent: z.boolean().default(false),
  timeoutS: z.int().min(1).max(86_400).default(60),
  /** JSON Schema of the arguments. */
  argsSchema: z.record(z.string(), json).optional(),
})
export type Capability = z.infer<typeof capability>
