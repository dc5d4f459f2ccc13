import { z } from 'zod'
import { agentStatus, agentTag } from './agent-fields.ts'
import { boundedText } from './bounded-text.ts'
import { id } from './scalars.ts'

/** What a list of agents is put in order by; without one, the newest agent comes first. */
export const agentSort = z.enum(['status', 'name', 'lastSeen', 'version', 'cpu', 'memory', 'disk', 'temperature'])
export type AgentSort = z.infer<typeof agentSort>

/** What a list of agents can show of each, beside its name and status. */
export const agentColumn = z.enum([
  'ip',
  'lastSeen',
  'tags',
  'cpu',
  'memory',
  'disk',
  'temperature',
  'system',
  'version',
  'owner',
])
export type AgentColumn = z.infer<typeof agentColumn>

/** Several statuses of one, separated by commas. */
const statuses = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(agentStatus).min(1))

/** Of a kind of filter so many at once. */
export const SEVERAL_MAX = 20

/** One, or several: the name in the query again for each. An agent fits that has one of them. */
const several = <S extends z.ZodType<string, string>>(one: S) =>
  z.union([one.transform((value) => [value]), z.array(one).min(1).max(SEVERAL_MAX)])

/** Which agents a list shows. All that is given holds at once. */
export const agentsListed = z.object({
  query: boundedText(200).trim().max(200).optional(),
  owner: z.literal('me').optional(),
  /** Ids of accounts: only administrators see what others own. */
  ownerId: several(id).optional(),
  status: statuses.optional(),
  tag: several(agentTag).optional(),
  system: several(z.string().max(80)).optional(),
  version: several(z.string().max(40)).optional(),
  /** Only agents that are offline, degraded or kept out, or of which a number is critical. */
  trouble: z.literal('true').optional(),
  /** Only agents of which a number is critical. */
  critical: z.literal('true').optional(),
  /** Only reference agents with another file than the server hands out. */
  outdated: z.literal('true').optional(),
})
export type AgentsListed = z.infer<typeof agentsListed>

/** Which agents a list shows, and in which order. */
export const agentListing = agentsListed.extend({
  sort: agentSort.optional(),
  /**
   * Absent: names, versions and troubles from the first on, numbers and times from the highest on. Agents without the
   * number come last either way.
   */
  order: z.enum(['asc', 'desc']).optional(),
})
export type AgentListing = z.infer<typeof agentListing>

/** The columns of a list as CSV. */
export const csvColumn = z.enum(['id', 'name', 'host', 'status', ...agentColumn.options])
export type CsvColumn = z.infer<typeof csvColumn>

/** Most agents that a CSV names one by one: their ids stand in its address. */
const CSV_NAMED_MAX = 200

/** A list as CSV: which columns, separated by commas, in their usual order; all without. */
export const agentCsv = agentListing.extend({
  /** Only these of the list: ids separated by commas. */
  ids: z
    .string()
    .max(CSV_NAMED_MAX * 65)
    .transform((text) => text.split(','))
    .pipe(z.array(id).max(CSV_NAMED_MAX, `At most ${CSV_NAMED_MAX} agents can be named at once`))
    .optional(),
  columns: z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(csvColumn).min(1))
    .optional(),
})
export type AgentCsv = z.infer<typeof agentCsv>
