import type { AgentRecord } from '@atalaya/contract/agents'
import type { LiveEvent, Sample } from '@atalaya/contract/events'
import type { Live } from '#server/events/live.ts'
import type { Delivery } from './items.ts'
import { groupByOwner, type Stored } from './stored.ts'

type AgentData = Extract<LiveEvent, { type: 'agent.data' }>
type Piece = { at: string; sample: Sample } | { at: string; record: AgentRecord }

/** Maximum of published bytes of one batch for one owner: half of a live stream's queue. */
const PUBLISHED_MAX_BYTES = 512 * 1024
/** Size of a message's envelope: the event's type and its audience. */
const ENVELOPE_BYTES = 512

/** Publishes just stored data to their owners and to administrators, if anybody listens. */
export const createPublish = (live: Live, maxBytes: number) => (batch: Delivery[]) => {
  if (!live.hasListeners()) return
  for (const { ownerId, ...data } of groupByOwner(batch)) {
    for (const event of eventsOf(data, maxBytes)) live.emit(event, { userIds: [ownerId], admins: true })
  }
}

/**
 * Events about data that were just stored, oldest first, of at most `maxBytes` as JSON each. If there are more than a
 * stream can take, only the newest. The database has them all.
 */
export function eventsOf({ samples, records }: Pick<Stored, 'samples' | 'records'>, maxBytes: number): AgentData[] {
  const pieces: Piece[] = [
    ...samples.map((sample) => ({ at: sample.at, sample })),
    ...records.map((record) => ({ at: record.createdAt, record })),
  ]
  const events: Piece[][] = []
  let leftInEvent = 0
  let left = PUBLISHED_MAX_BYTES
  for (const piece of pieces.reverse().sort(newestFirst)) {
    const bytes = bytesOf(piece)
    // Leaves out a piece that is too large for the bus; screens read it from the database.
    if (bytes > maxBytes - ENVELOPE_BYTES) continue
    left -= bytes
    if (left < 0) break
    if (bytes > leftInEvent) {
      events.push([])
      leftInEvent = maxBytes - ENVELOPE_BYTES
    }
    leftInEvent -= bytes
    events.at(-1)?.push(piece)
  }
  return events.reverse().map((event) => toEvent(event.reverse()))
}

/** Compares by time: ISO instants sort as text. */
const newestFirst = (a: Piece, b: Piece) => Number(a.at < b.at) - Number(a.at > b.at)

/** Size as JSON, with the comma after it. */
const bytesOf = (piece: Piece) => Buffer.byteLength(JSON.stringify('sample' in piece ? piece.sample : piece.record)) + 1

function toEvent(pieces: Piece[]): AgentData {
  const samples = pieces.flatMap((piece) => ('sample' in piece ? [piece.sample] : []))
  const records = pieces.flatMap((piece) => ('record' in piece ? [piece.record] : []))
  return { type: 'agent.data', data: { samples, records } }
}
