import type { AgentRecord } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import type { Delivery } from './items.ts'
import { unpack } from './metric-sets.ts'

/** Data of one owner that was just stored. */
export type Stored = { ownerId: string; samples: Sample[]; records: AgentRecord[] }

/** Groups the data of a batch by owner. */
export function groupByOwner(batch: Delivery[]): Stored[] {
  const owners = new Map<string, Stored>()
  for (const { sender, items } of batch) {
    const { agentId, ownerId } = sender
    const stored = owners.get(ownerId) ?? { ownerId, samples: [], records: [] }
    owners.set(ownerId, stored)
    for (const { at, packed, loose } of items) {
      const createdAt = new Date(at).toISOString()
      const metrics = packed ? unpack(packed.set.names, packed.body) : loose?.metrics
      if (metrics) stored.samples.push({ agentId, at: createdAt, metrics })
      if (!loose?.recordId || loose.data === undefined) continue
      const { recordId, dataType, tags = [], data } = loose
      stored.records.push({ _id: recordId, agentId, createdAt, dataType, tags, data: { data } })
    }
  }
  return [...owners.values()]
}
