import { z } from 'zod'

/** Newest value of each metric that lists of agents show; null if the machine has not sent it. */
export const agentNumbers = z.object({
  /** In per cent. */
  cpu: z.number().nullable(),
  memory: z.number().nullable(),
  disk: z.number().nullable(),
  /** In degrees Celsius. */
  temperature: z.number().nullable(),
})
export type AgentNumbers = z.infer<typeof agentNumbers>
