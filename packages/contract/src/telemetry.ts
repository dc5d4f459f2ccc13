import { z } from 'zod'
import { agentTag } from './agent-fields.ts'
import { agentRecord, machine } from './agents.ts'
import { boundedText } from './bounded-text.ts'
import { METRIC_NAME } from './metrics.ts'
import { route } from './route.ts'
import { id, idParams, instant, json } from './scalars.ts'

const NAME_RULE = 'A metric name has up to 64 of a-z 0-9 . _ : -'

/** Name of a metric: `cpu.percent`, `disk.used`, or an agent's own, such as `pump-3.flow`. */
export const metricName = z.string().regex(METRIC_NAME, NAME_RULE)

export const METRICS_MAX = 64

/** Fault of a sample's metrics, or null. */
function faultOf(values: unknown): string | null {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return 'Metrics are names with numbers'
  let count = 0
  for (const name of Object.keys(values)) {
    if (!METRIC_NAME.test(name)) return NAME_RULE
    if (!Number.isFinite((values as Record<string, unknown>)[name])) return `${name} is not a finite number`
    if (++count > METRICS_MAX) return `A sample can have at most ${METRICS_MAX} metrics`
  }
  return null
}

/**
 * Finite numbers measured at one instant. Hand-written check of the most frequent input: `z.record` takes seven times
 * as long.
 */
export const metrics = z
  .custom<Record<string, number>>((values) => faultOf(values) === null, { error: ({ input }) => faultOf(input) ?? '' })
  .meta({
    type: 'object',
    maxProperties: METRICS_MAX,
    propertyNames: { pattern: METRIC_NAME.source },
    additionalProperties: { type: 'number' },
  })

/** Kind of a sample or record; `system` is the reference agent's own. */
export const dataType = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/, 'A data type has up to 64 letters, digits . _ : -')

/** Maximum JSON values that one agent sends at once. */
export const RECORD_VALUES_MAX = 40_000

/** Tags of a record. */
export const recordTags = z.array(boundedText(40).trim().min(1).max(40)).max(20)

/** Source of a range's numbers: raw samples, or one of the rollups. */
export const tier = z.enum(['raw', '1m', '10m', '1h'])
export type Tier = z.infer<typeof tier>

export const POINTS_MAX = 2000

/** One metric over a range: one entry a slot. Null if there was no sample, so that gaps stay visible. */
export const series = z.object({
  metric: metricName,
  min: z.array(z.number().nullable()),
  avg: z.array(z.number().nullable()),
  max: z.array(z.number().nullable()),
})
export type Series = z.infer<typeof series>

/** Slot n starts at `from + n * stepMs`, in ms since 1970; `counts` is its number of samples. */
export const range = z.object({
  from: z.int(),
  stepMs: z.int(),
  tier,
  counts: z.array(z.int()),
  series: z.array(series),
  /** Every metric that the agent sent in the range, requested or not. */
  metrics: z.array(metricName),
})
export type Range = z.infer<typeof range>

/** Maximum machines in one chart: more lines can't be distinguished. */
export const COMPARED_MAX = 8
/** Maximum machines that a call names; the first ones that the caller sees are compared. */
export const COMPARED_NAMED_MAX = 50

/** One machine of a comparison; its slots are its own, since machines may report at different intervals. */
export const comparedAgent = z.object({ agentId: id, name: z.string().nullable(), machine: machine.nullable(), range })
export type ComparedAgent = z.infer<typeof comparedAgent>

/** Comma-separated names in a query string. */
const names = z
  .string()
  // 64 characters and a comma each.
  .max(METRICS_MAX * 65)
  .transform((text) => text.split(',').filter((name) => name !== ''))

/** Comma-separated ids in a query string. */
const ids = z
  .string()
  // 64 characters and a comma each.
  .max(COMPARED_NAMED_MAX * 65)
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(id).max(COMPARED_NAMED_MAX, `At most ${COMPARED_NAMED_MAX} machines can be named at once`))

/** Range, metrics and resolution. */
const rangeQuery = z.object({
  from: instant,
  to: instant,
  /** Absent: all. A name that ends with a colon covers all its parts: `disk.used:` is each disk. */
  metrics: names.optional(),
  /** Maximum slots in the answer. */
  points: z.coerce.number().int().min(1).max(POINTS_MAX).default(300),
})

export const telemetry = {
  range: route({
    method: 'GET',
    path: '/api/v1/agents/:id/telemetry',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    allowsDisplay: 'agents',
    summary: 'Numbers of an agent over a time range, for charts',
    params: idParams,
    query: rangeQuery,
    data: range,
  }),
  compare: route({
    method: 'GET',
    path: '/api/v1/agents/telemetry',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    summary: `Numbers of several agents over one time range, for one chart: of those that are named or have the tag and that the caller sees, the first ${COMPARED_MAX}`,
    query: rangeQuery.extend({ ids: ids.default([]), tag: agentTag.optional() }),
    data: z.object({
      agents: z.array(comparedAgent),
      /** Total number of machines. */
      total: z.int(),
    }),
  }),
  push: route({
    method: 'POST',
    path: '/api/v1/agents/:id/data',
    bodyBytes: 1024 * 1024,
    access: 'agent',
    summary: "Send a record with the agent's own token; `metrics` beside or in place of `data` are charted",
    params: idParams,
    bodyValues: RECORD_VALUES_MAX,
    body: z
      .strictObject({
        dataType: dataType.default('data'),
        tags: recordTags.default([]),
        data: json.optional(),
        metrics: metrics.optional(),
      })
      .refine((body) => body.data !== undefined || body.metrics !== undefined, 'Send data, metrics, or both'),
    fails: [403, 429],
    data: z.object({ agentId: id, records: z.array(agentRecord) }),
  }),
}
