import { z } from 'zod'
import { agent } from './agents.ts'
import { requestName } from './module-requests.ts'
import { json } from './scalars.ts'
import { severity } from './severity.ts'

/** What a module shows before it is installed: a file of the module, so that a preview needs nothing of the user's. */
export const previewFixture = z.object({
  /** Under what the form says. */
  config: z.record(z.string().max(100), json).default({}),
  /** The one agent that any agent of the form stands for, and its newest numbers, oldest first. */
  agent: agent
    .pick({ name: true, status: true, isOnline: true })
    .extend({ samples: z.array(z.record(z.string(), z.number())).max(100).default([]) })
    .optional(),
  /** The past of whatever number it asks for: one average a slot. */
  series: z
    .object({ stepMs: z.int().min(1), avg: z.array(z.number().nullable()).max(500), metrics: z.array(z.string()) })
    .optional(),
  /** The user's agents. */
  fleet: z
    .array(agent.pick({ agentId: true, isOnline: true, tags: true }))
    .max(1000)
    .optional(),
  /** What fires, worst first, and since how many minutes. */
  alerts: z
    .array(
      z.object({
        ...{ severity, who: z.string(), text: z.string(), minutes: z.int().min(0) },
        ...{ isSilenced: z.boolean().default(false), acknowledgedBy: z.string().nullable().default(null) },
      }),
    )
    .max(50)
    .optional(),
  /** The day of the times in its data (`at`, `start` and `end`, in ms): they are shown as if it were today. */
  day: z.iso.date().optional(),
  /** What its data source says. */
  data: json.optional(),
  /** The same where there is nothing to tell. */
  emptyData: json.optional(),
  /** What the widget keeps on the server. */
  storage: json.optional(),
  /** Its photos, as `data:` addresses. */
  photos: z.array(z.string()).max(10).optional(),
  /** Which state is shown; for galleries. */
  shows: z.enum(['full', 'loading', 'empty', 'failed', 'stale', 'away']).default('full'),
  /** The body that each request answers. */
  requests: z.record(requestName, json).default({}),
})
export type PreviewFixture = z.infer<typeof previewFixture>
