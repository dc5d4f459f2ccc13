import { z } from 'zod'
import { json } from './scalars.ts'

/** Something that an agent can be told to do, as the machine itself says. */
export const capability = z.object({
  name: z.string().min(1).max(64),
  description: z.string().max(200).optional(),
  /** 0 harmless, 1 interrupts the agent, 2 changes the machine. */
  danger: z.int().min(0).max(2).default(0),
  /** Whether it may run twice without harm. */
  idempotent: z.boolean().default(false),
  timeoutS: z.int().min(1).max(86_400).default(60),
  /** JSON Schema of the arguments. */
  argsSchema: z.record(z.string(), json).optional(),
})
export type Capability = z.infer<typeof capability>
