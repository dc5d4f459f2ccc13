/** Where the agent screens' data are kept. Apart from their queries, so that live events need not load those. */
export const agentKeys = {
  all: ['agents'],
  lists: ['agents', 'list'],
  stats: ['agents', 'stats'],
  /** What sending a command without a destination would reach. */
  reach: ['agents', 'reach'],
  one: (id: string) => ['agents', 'one', id] as const,
  // Apart from `all`: an edit of agents does not read what follows again.
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
