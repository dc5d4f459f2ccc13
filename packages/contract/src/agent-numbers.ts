import { z } from 'zod'

/** The newest of each number that lists of agents show; null where the machine has not told it. */
export const agentNumbers = z.object({
  /** In per cent. */
  cpu: z.number().nullable(),
  memory: z.number().nullable(),
  disk: z.number().nullable(),
  /** In degrees Celsius. */
  temperature: z.number().nullable(),
})
export type AgentNumbers = z.infer<typeof agentNumbers>
