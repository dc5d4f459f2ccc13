import { z } from 'zod'
import { agentName, agentPatch, agentStatus, agentTags } from './agent-fields.ts'
import { agentListing } from './agent-listing.ts'
import { agentNumbers } from './agent-numbers.ts'
import { route } from './route.ts'
import { id, idParams, instant, json, nothing } from './scalars.ts'

const owner = z.object({ _id: id, email: z.string(), username: z.string(), name: z.string(), surname: z.string() })

/** Description of the machine, sent when the agent connects. */
export const machine = z.object({
  hostname: z.string(),
  os: z.string(),
  arch: z.string(),
  version: z.string(),
})

/** Reason why an agent is kept out, and the programs that used its token, the latest first. */
export const quarantine = z.object({
  since: instant,
  reason: z.string(),
  holders: z.array(z.object({ hostname: z.string(), ip: z.string(), at: instant })),
})
export type Quarantine = z.infer<typeof quarantine>

/** An agent as its owner and administrators see it. `agentId` and `_id` are the same. */
export const agent = z.object({
  agentId: id,
  _id: id,
  user: owner,
  name: z.string().nullable(),
  status: agentStatus,
  /** The agent's own words about its status, such as why it is degraded. */
  statusMessage: z.string().nullable(),
  isOnline: z.boolean(),
  ip: z.string().nullable(),
  connectionInfo: z.object({ ipAddress: z.string().nullable() }),
  lastSeen: instant.nullable(),
  tags: z.array(z.string()),
  /** The agent of the same owner in front of this one: a router, a switch, a host of virtual machines. */
  behind: id.nullable(),
  machine: machine.nullable(),
  quarantine: quarantine.nullable(),
  /** Newest numbers, at most about 30 seconds old; absent until the agent has sent some. */
  numbers: agentNumbers.optional(),
  createdAt: instant,
})
export type Agent = z.infer<typeof agent>

export const newAgent = z.strictObject({ name: agentName.optional(), tags: agentTags.optional() })
export type NewAgent = z.input<typeof newAgent>

export const pagination = z.object({
  total: z.int().min(0),
  current: z.int().min(1),
  pages: z.int().min(1),
  pageSize: z.int().min(1),
})
export type Pagination = z.infer<typeof pagination>

export const PAGE_SIZE = 10
export const PAGE_SIZE_MAX = 100

/** `page` and `pageSize` of a query string. */
export const paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
})

/** Lists of records end after the newest 10,000; older ones are not counted. */
export const RECORDS_LISTED_MAX = 10_000

/** Free-form data that an agent sent; the screen "Latest Agent Data" shows it. */
export const agentRecord = z.object({
  _id: id,
  agentId: id,
  createdAt: instant,
  dataType: z.string(),
  tags: z.array(z.string()),
  data: z.object({ data: json }),
  /**
   * Size of a record too large for the list, where `data` is null. `GET /api/v1/agents/:id/data/:recordId` returns it.
   */
  omittedBytes: z.int().optional(),
})
export type AgentRecord = z.infer<typeof agentRecord>

const withAgent = z.object({ agent })
const withToken = z.object({ agent, token: z.string() })

export const agents = {
  list: route({
    method: 'GET',
    path: '/api/v1/agents',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    allowsDisplay: 'agents',
    summary: 'Your own agents; all for an administrator, who asks for their own with owner=me',
    query: paging.extend({
      ...agentListing.shape,
      /** Cursor: id of the last agent already received. A page deep in the list costs no more than the first. */
      after: id.optional(),
    }),
    fails: [404],
    data: z.object({
      agents: z.array(agent),
      pagination,
      /** Only the newest 10,000 agents were searched: the query has no three letters or digits in a row. */
      isPartial: z.literal(true).optional(),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/agents/:id',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    allowsDisplay: 'agents',
    summary: "One agent by its id, or the agents of a user by the user's id",
    params: idParams,
    data: z.union([
      z.object({ agent }),
      // `agents` holds the newest thousand of the user's agents.
      z.object({ agents: z.array(agent), total: z.int().optional(), online: z.int().optional() }),
    ]),
  }),
  tags: route({
    method: 'GET',
    path: '/api/v1/agents/tags',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    summary: 'Tags of the agents that the caller may command, sorted; the first 500',
    data: z.object({ tags: z.array(z.string()) }),
  }),
  facets: route({
    method: 'GET',
    path: '/api/v1/agents/facets',
    access: 'user',
    scope: 'agents:read',
    summary: 'Systems and versions of the agents that the caller sees; the first 100 of each',
    data: z.object({ systems: z.array(z.string()), versions: z.array(z.string()) }),
  }),
  register: route({
    method: 'POST',
    path: '/api/v1/agents',
    access: 'user',
    scope: 'agents:write',
    summary: 'Register an agent; its token is shown this once',
    body: newAgent.default({}),
    fails: [409],
    data: withToken,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/agents/:id',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: 'agents:write',
    allowsSelector: true,
    summary: 'Change name, tags and what it lives behind by a merge patch (RFC 7396) or a JSON Patch (RFC 6902)',
    params: idParams,
    bodyTypes: ['application/json', 'application/merge-patch+json', 'application/json-patch+json'],
    body: agentPatch.optional(),
    data: withAgent,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/agents/:id',
    access: 'user',
    scope: 'agents:write',
    allowsSelector: true,
    sensitive: true,
    summary: 'Remove an agent and its data',
    params: idParams,
    data: nothing,
  }),
  renewToken: route({
    method: 'POST',
    path: '/api/v1/agents/:id/token',
    access: 'user',
    scope: null,
    sensitive: true,
    summary: 'A new token; the old one stops at once',
    params: idParams,
    data: withToken,
  }),
  release: route({
    method: 'POST',
    path: '/api/v1/agents/:id/release',
    access: 'user',
    scope: null,
    sensitive: true,
    summary: 'Let a quarantined agent in again; the token stays as it is',
    params: idParams,
    data: withAgent,
  }),
  stats: route({
    method: 'GET',
    path: '/api/v1/stats',
    access: 'user',
    scope: 'agents:read',
    summary: "The fleet's totals",
    data: z.object({ agentsTotal: z.int(), agentsOnline: z.int() }),
  }),
  latest: route({
    method: 'GET',
    path: '/api/v1/data/latest',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    summary: 'The newest record of each agent that the caller may see',
    data: z.object({ latest: z.array(agentRecord) }),
  }),
  records: route({
    method: 'GET',
    path: '/api/v1/agents/:id/data',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    summary: `Records of an agent, newest first; the newest ${RECORDS_LISTED_MAX.toLocaleString('en')} of them`,
    params: idParams,
    query: paging,
    data: z.object({ records: z.array(agentRecord), pagination }),
  }),
  record: route({
    method: 'GET',
    path: '/api/v1/agents/:id/data/:recordId',
    access: 'user',
    scope: 'agents:read',
    allowsSelector: true,
    summary: 'One record of an agent, whole',
    params: idParams.extend({ recordId: id }),
    data: z.object({ record: agentRecord }),
  }),
}
