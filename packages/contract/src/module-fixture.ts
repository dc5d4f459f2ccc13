import { z } from 'zod'
import { agent } from './agents.ts'
import { requestName } from './module-requests.ts'
import { json } from './scalars.ts'
import { severity } from './severity.ts'

/** Sample data for the preview of a module that is not installed: a file of the module, without user data. */
export const previewFixture = z.object({
  /** Values of the form. */
  config: z.record(z.string().max(100), json).default({}),
  /** The agent in place of any agent of the form, and its newest samples, oldest first. */
  agent: agent
    .pick({ name: true, status: true, isOnline: true })
    .extend({ samples: z.array(z.record(z.string(), z.number())).max(100).default([]) })
    .optional(),
  /** History for any metric: one average a slot. */
  series: z
    .object({ stepMs: z.int().min(1), avg: z.array(z.number().nullable()).max(500), metrics: z.array(z.string()) })
    .optional(),
  /** The user's agents. */
  fleet: z
    .array(agent.pick({ agentId: true, isOnline: true, tags: true }))
    .max(1000)
    .optional(),
  /** Alerts that fire, worst first, with their age in minutes. */
  alerts: z
    .array(
      z.object({
        severity,
        who: z.string(),
        text: z.string(),
        minutes: z.int().min(0),
        isSilenced: z.boolean().default(false),
        acknowledgedBy: z.string().nullable().default(null),
      }),
    )
    .max(50)
    .optional(),
  /** Day of the times in the data (`at`, `start`, `end`, in ms); the preview moves it to today. */
  day: z.iso.date().optional(),
  /** Data of the module's source. */
  data: json.optional(),
  /** Data of the module's source when there is nothing to show. */
  emptyData: json.optional(),
  /** Value that the widget has stored. */
  storage: json.optional(),
  /** Photos as `data:` addresses. */
  photos: z.array(z.string()).max(10).optional(),
  /** State to show; for galleries. */
  shows: z.enum(['full', 'loading', 'empty', 'failed', 'stale', 'away']).default('full'),
  /** Body of the answer to each request. */
  requests: z.record(requestName, json).default({}),
})
export type PreviewFixture = z.infer<typeof previewFixture>
