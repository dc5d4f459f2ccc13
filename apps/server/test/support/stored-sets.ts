import type { MetricSetsRepo, StoredSet } from '#server/telemetry/metric-sets.repo.ts'

/** Sets of metrics as the database stores them, in memory. `made` has the key of each row, oldest first. */
export function createStoredSets(agents = 1): MetricSetsRepo & { made: string[] } {
  const rows = new Map<string, StoredSet & { ownerId: string }>()
  const made: string[] = []
  return {
    made,
    find: async (keys) => keys.flatMap((key) => rows.get(key) ?? []),
    async save(sets, usedAt) {
      return sets.map(({ key, ownerId }) => {
        const row = rows.get(key) ?? { id: made.push(key), key, rowKey: key, ownerId }
        rows.set(key, { ...row, usedAt })
        return row
      })
    },
    count: async (ownerId) => ({ agents, sets: [...rows.values()].filter((row) => row.ownerId === ownerId).length }),
  }
}
