import { z } from 'zod'
import { agentStatus, agentTag } from './agent-fields.ts'
import { boundedText } from './bounded-text.ts'
import { id } from './scalars.ts'

/** Sort keys of a list of agents; without one, the newest agent comes first. */
export const agentSort = z.enum(['status', 'name', 'lastSeen', 'version', 'cpu', 'memory', 'disk', 'temperature'])
export type AgentSort = z.infer<typeof agentSort>

/** Columns of a list of agents, besides name and status. */
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

/** Statuses in one text, separated by commas. */
const statuses = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(agentStatus).min(1))

/** Maximum values for one filter. */
export const SEVERAL_MAX = 20

/** One value, or several by repeating the name in the query. An agent matches if it has any of them. */
const several = <S extends z.ZodType<string, string>>(single: S) =>
  z.union([single.transform((value) => [value]), z.array(single).min(1).max(SEVERAL_MAX)])

/** Filters of a list of agents. An agent must match all that are given. */
export const agentsListed = z.object({
  query: boundedText(200).trim().max(200).optional(),
  owner: z.literal('me').optional(),
  /** Ids of accounts; only administrators see agents of others. */
  ownerId: several(id).optional(),
  status: statuses.optional(),
  tag: several(agentTag).optional(),
  system: several(z.string().max(80)).optional(),
  version: several(z.string().max(40)).optional(),
  /** Only agents that are offline, degraded, quarantined, or have a critical metric. */
  trouble: z.literal('true').optional(),
  /** Only agents with a critical metric. */
  critical: z.literal('true').optional(),
  /** Only reference agents whose program differs from the one that the server offers. */
  outdated: z.literal('true').optional(),
})
export type AgentsListed = z.infer<typeof agentsListed>

/** Filters and order of a list of agents. */
export const agentListing = agentsListed.extend({
  sort: agentSort.optional(),
  /**
   * Without it, names, versions and statuses ascend; numbers and times descend. Agents without a value come last either
   * way.
   */
  order: z.enum(['asc', 'desc']).optional(),
})
export type AgentListing = z.infer<typeof agentListing>

/** Columns of the CSV. */
export const csvColumn = z.enum(['id', 'name', 'host', 'status', ...agentColumn.options])
export type CsvColumn = z.infer<typeof csvColumn>

/** Maximum agents that a CSV names by id: the ids are part of its URL. */
const CSV_NAMED_MAX = 200

/**
 * Query of the CSV: filters, order and columns. Columns are separated by commas, come in their usual order, and are all
 * of them if absent.
 */
export const agentCsv = agentListing.extend({
  /** Only these agents of the list: ids separated by commas. */
  ids: z
    .string()
    // 64 characters and a comma each.
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
