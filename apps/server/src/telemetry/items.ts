import { randomUUID } from 'node:crypto'
import type { Item } from '@atalaya/contract/agent-protocol'
import { type MetricSet, type MetricSets, pack } from './metric-sets.ts'

/** Item as an agent sent it. Without a sequence number a repetition is stored again. */
export type SentItem = Omit<Item, 'seq'> & { seq: number | null; recordId?: string }

/**
 * Queued item. Metrics are packed at once, because thousands of objects that outlive their frame would keep the garbage
 * collector busy.
 */
export type QueuedItem = {
  seq: number | null
  /** `runId` of the agent's run (its program from start to end) that numbered the item. */
  run: string
  at: number
  /** True if `at` is the server's time, because the agent's was too far ahead. */
  isAhead: boolean
  packed: { set: MetricSet; body: string } | null
  /** Unpacked content: a record, or metrics of a set that is not cached yet. */
  loose: SentItem | null
  /** Estimated size on the disk. */
  bytes: number
}

/** All items of the run up to `seq` are stored. `dropped` counts items that came after a later item of the run. */
type Ack = { run: string; seq: number; dropped?: number }
/** Result of one sender's items. `restarted`: runs whose numbers began again; their items are not stored. */
export type Receipt = { acks: Ack[]; restarted: string[] }
/** Called once the items are stored; with null if that failed. */
export type OnReceipt = (receipt: Receipt | null) => void

/** Agent that sent items. */
export type Sender = { agentId: string; ref: number; ownerId: string }
/** Items that one sender sent at once. */
export type Delivery = { sender: Sender; items: QueuedItem[]; onReceipt: OnReceipt }

/** Maximum that an agent's clock may be ahead; beyond it the server's time is used. */
const CLOCK_AHEAD_MAX_MS = 5 * 60_000
/** Estimated size of a row without its content. */
const ROW_BYTES = 100

export function toQueued(
  item: SentItem,
  { ownerId }: Pick<Sender, 'ownerId'>,
  run: string,
  sets: MetricSets,
  now: number,
): QueuedItem {
  const { seq, metrics, dataType } = item
  const set = metrics && sets.find({ ownerId, dataType, metrics })
  const packed = metrics && set ? { set, body: pack(set, metrics) } : null
  const loose = looseOf(item, packed !== null)
  const measuredAt = Date.parse(item.at)
  const isAhead = measuredAt > now + CLOCK_AHEAD_MAX_MS
  return {
    seq,
    run: item.run ?? run,
    at: isAhead ? now : measuredAt,
    isAhead,
    packed,
    loose,
    bytes: ROW_BYTES + (packed?.body.length ?? 0) + (loose ? JSON.stringify([loose.metrics, loose.data]).length : 0),
  }
}

function looseOf(item: SentItem, isPacked: boolean): SentItem | null {
  if (item.data === undefined) return isPacked || !item.metrics ? null : item
  const { metrics, ...rest } = item
  return { recordId: randomUUID(), ...rest, ...(!isPacked && metrics && { metrics }) }
}
