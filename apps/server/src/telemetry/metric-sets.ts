const CACHED_MAX = 5000
/** Maximum of new sets that one agent may make in an hour. */
const NEW_PER_HOUR = 20
const HOUR_MS = 3_600_000

/** Metrics of a packed sample, in order. Samples name their set and do not repeat the names. */
export type MetricSet = { id: number; names: string[] }

/** Metrics of a sample. Samples with the same data type and the same metrics share a set. */
type SampleMetrics = { agentId: string; dataType: string; metrics: Record<string, number> }

/** Finds the set of these names, or makes it. */
type EnsureSet = (set: { key: string; dataType: string; names: string[] }) => Promise<MetricSet>

type MatchedSet = { dataType: string; names: string[]; set: MetricSet }

const isSame = (names: string[], others: string[]) =>
  names.length === others.length && names.every((name, n) => name === others[n])
const keyOf = (dataType: string, names: string[]) => `${dataType}\n${names.join(',')}`

/** Cache of sets, which creates missing ones. An agent that keeps sending new names gets only a few sets an hour. */
export function createMetricSets(ensureSet: EnsureSet, now: () => number) {
  const known = new Map<string, MetricSet>()
  const made = new Map<string, number>()
  let hour = 0
  /** Last result: agents of one kind all send the same names. */
  let last: MatchedSet | undefined

  function mayMake(agentId: string): boolean {
    const present = Math.floor(now() / HOUR_MS)
    if (present !== hour) made.clear()
    hour = present
    const count = (made.get(agentId) ?? 0) + 1
    made.set(agentId, count)
    return count <= NEW_PER_HOUR
  }

  function remember(key: string, set: MetricSet): void {
    const [oldest] = known.keys()
    if (known.size >= CACHED_MAX && oldest !== undefined) known.delete(oldest)
    known.set(key, set)
  }

  return {
    /** Creates missing sets of these samples. Afterwards `find` finds all of them, except refused ones. */
    async prepare(samples: SampleMetrics[]): Promise<void> {
      const missing = new Map<string, { dataType: string; names: string[] }>()
      for (const { agentId, dataType, metrics } of samples) {
        const names = Object.keys(metrics)
        const key = keyOf(dataType, names)
        if (known.has(key) || missing.has(key) || !mayMake(agentId)) continue
        missing.set(key, { dataType, names })
      }
      for (const [key, { dataType, names }] of missing) {
        const sorted = [...names].sort()
        remember(key, await ensureSet({ key: keyOf(dataType, sorted), dataType, names: sorted }))
      }
    },

    find(dataType: string, metrics: Record<string, number>): MetricSet | undefined {
      const names = Object.keys(metrics)
      if (last?.dataType === dataType && isSame(last.names, names)) return last.set
      const set = known.get(keyOf(dataType, names))
      if (set) last = { dataType, names, set }
      return set
    },
  }
}
export type MetricSets = ReturnType<typeof createMetricSets>

/**
 * Numbers of a sample as JSON, in the order of its set. Finite numbers print as JSON does, so no serialiser is needed.
 */
export function pack(set: MetricSet, metrics: Record<string, number>): string {
  return `[${set.names.map((name) => metrics[name] ?? 'null').join()}]`
}

/** The metrics of a packed sample. */
export function unpack(names: string[], body: string): Record<string, number> {
  const values: (number | null)[] = JSON.parse(body)
  return Object.fromEntries(names.flatMap((name, n) => (typeof values[n] === 'number' ? [[name, values[n]]] : [])))
}
