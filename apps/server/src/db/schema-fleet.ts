import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { Generated } from 'kysely'

/** The tables of agents and their data. */
export type FleetSchema = {
  agents: AgentsTable
  agent_streams: AgentStreamsTable
  /** One row for each tag of each agent; triggers copy them from `agents.tags`. */
  agent_tags: { tag: string; ref: number }
  /** The newest numbers of each agent. A trigger adds the row of a new agent. */
  agent_numbers: AgentNumbersTable
  /** Removed agents whose telemetry is still to be removed; a trigger fills it. */
  agents_gone: { ref: number }
  /** The processes that hold agents' connections; `beat` rises while one lives. */
  instances: { id: string; beat: number }
  metric_sets: MetricSetsTable
  samples: { id: Generated<number>; agent_ref: number; at: number; set_id: number; body: string }
  records: { id: string; agent_ref: number; at: number; data_type: string; tags: string; body: string }
  /** Samples of a step of time (in seconds) that begins at `at`, as min, avg and max of each metric. */
  rollups: { agent_ref: number; step: number; at: number; set_id: number; count: number; body: string }
}

export type AgentsTable = {
  id: string
  /** Small unique number, never reused; telemetry rows have it in place of the id. */
  ref: number
  owner_id: string
  name: string | null
  /** Searchable text: NFKC, lower case. */
  search: string
  /** Sort keys of names and versions; see `domain/agent-index-columns.ts`. */
  name_key: Generated<string>
  version_key: Generated<string>
  /** The operating system, as the machine reports it. */
  system: Generated<string>
  tags: string
  /** Upstream agent: when it is away, so is this one. */
  behind_id: string | null
  token_hash: string
  status: AgentStatus
  /** Message of the agent about its status. */
  status_message: string | null
  /** The server process that holds its connection. */
  instance: string | null
  /** Rises with every connection: only reports of the newest one count. */
  epoch: number
  ip: string | null
  last_seen: number | null
  machine: string | null
  capabilities: string
  resume_hash: string | null
  resume_previous: string | null
  /** JSON: programs that used the token recently. */
  holders: string
  /** JSON: since when and why it is kept out; null otherwise. */
  quarantine: string | null
  created_at: number
}

/** Metric names of samples; accounts share a set of the same names. */
type MetricSetsTable = {
  id: Generated<number>
  key: string
  data_type: string
  names: string
  /** Account whose agent made it. Null for sets of earlier versions. */
  owner_id: string | null
  /** Last use, exact to a day; null until retention sets it. */
  used_at: number | null
}

/** Percentages and degrees Celsius; null if the machine does not report it. */
type AgentNumbersTable = {
  ref: number
  /** When they were measured. */
  at: number | null
  cpu: number | null
  memory: number | null
  disk: number | null
  temperature: number | null
}

type AgentStreamsTable = {
  agent_ref: number
  /** `runId` of the agent's run (its program from start to end) that numbered the items. */
  run: string
  /** The last item of the run that is stored. */
  seq: number
  /** `seq` before the present transaction; items up to it are repetitions. */
  prev_seq: number
  updated_at: number
}
