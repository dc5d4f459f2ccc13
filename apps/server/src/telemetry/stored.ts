import type { AgentRecord } from '@atalaya/contract/agents'
import type { Sample } from '@atalaya/contract/events'
import type { Delivery, QueuedItem } from './items.ts'
import { unpack } from './metric-sets.ts'

/** Sample or record of an item, as events carry it. */
export type Piece = { at: string; sample: Sample } | { at: string; record: AgentRecord }
/** Stored item. Its pieces are unpacked only if they are published. */
export type Stored = { at: number; bytes: number; pieces(): Piece[] }

/** Groups the items of a batch by owner. */
export function groupByOwner(batch: Delivery[]): Map<string, Stored[]> {
  const owners = new Map<string, Stored[]>()
  for (const { sender, items } of batch) {
    const { agentId, ownerId } = sender
    const stored = owners.get(ownerId) ?? []
    owners.set(ownerId, stored)
    for (const item of items) {
      stored.push({ at: item.at, bytes: item.bytes, pieces: () => piecesOf(agentId, item) })
    }
  }
  return owners
}

function piecesOf(agentId: string, { at: measuredAt, packed, loose }: QueuedItem): Piece[] {
  const at = new Date(measuredAt).toISOString()
  const pieces: Piece[] = []
  const metrics = packed ? unpack(packed.set.names, packed.body) : loose?.metrics
  if (metrics) pieces.push({ at, sample: { agentId, at, metrics } })
  if (loose?.recordId && loose.data !== undefined) {
    const { recordId, dataType, tags = [], data } = loose
    pieces.push({ at, record: { _id: recordId, agentId, createdAt: at, dataType, tags, data: { data } } })
  }
  return pieces
}
