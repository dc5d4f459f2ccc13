/** Query keys of the agent screens. A file of their own, so that live events need not load the queries. */
export const agentKeys = {
  all: ['agents'],
  lists: ['agents', 'list'],
  stats: ['agents', 'stats'],
  /** Number of agents that a command to all, to a tag or to a list would reach. */
  reachedCount: ['agents', 'reach'],
  agent: (id: string) => ['agents', 'one', id] as const,
  // Outside of `all`: editing an agent must not refetch these.
  latest: ['agent-latest'],
  ranges: ['agent-range'],
  records: (id: string) => ['agent-records', id] as const,
  record: (id: string, recordId: string) => ['agent-record', id, recordId] as const,
  sample: (id: string) => ['agent-sample', id] as const,
  commands: (id: string) => ['agent-commands', id] as const,
  batch: (id: string) => ['agent-batches', id] as const,
  activity: ['agent-activity'],
  attention: ['agent-attention'],
} as const
