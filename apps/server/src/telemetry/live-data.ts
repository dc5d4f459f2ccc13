import type { LiveEvent } from '@atalaya/contract/events'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Live } from '#server/events/live.ts'
import type { Delivery } from './items.ts'
import { groupByOwner, type Piece, type Stored } from './stored.ts'

type AgentData = Extract<LiveEvent, { type: 'agent.data' }>
/** Pieces of one event, newest first. */
type Pieces = { pieces: Piece[]; bytes: number }

/** Maximum of published bytes of one batch for one owner: half of a live stream's queue. */
const PUBLISHED_MAX_BYTES = 512 * 1024
/** Size of a message's envelope: the event's type and its audience. */
const ENVELOPE_BYTES = 512
/** Bytes that one turn of the event loop unpacks or publishes: a few milliseconds. */
const TURN_BYTES = 32 * 1024

/** Called with the bytes of work that is done. Resolves in a later turn of the event loop after `TURN_BYTES`. */
type YieldIfDue = (bytes: number) => Promise<void>

function createYieldIfDue(): YieldIfDue {
  let left = TURN_BYTES
  return async (bytes) => {
    left -= bytes
    if (left > 0) return
    await waitForFreeTurn()
    left = TURN_BYTES
  }
}

/** Publishes just stored data to their owners and to administrators, if anybody listens; yields between parts. */
export const createPublish = (live: Pick<Live, 'hasListeners' | 'emit'>, maxBytes: number) => {
  return async (batch: Delivery[]): Promise<void> => {
    if (!live.hasListeners()) return
    const yieldIfDue = createYieldIfDue()
    for (const [ownerId, stored] of groupByOwner(batch)) {
      for (const { event, bytes } of await eventsOf(stored, maxBytes, yieldIfDue)) {
        live.emit(event, { userIds: [ownerId], admins: true })
        await yieldIfDue(bytes)
      }
    }
  }
}

/**
 * Events about data that were just stored, oldest first. Each has at most `maxBytes` as JSON, and is about one turn's
 * work. Returns only the newest if all are more than a stream can take; screens read the others from the database.
 */
export async function eventsOf(
  stored: Stored[],
  maxBytes: number,
  yieldIfDue: YieldIfDue,
): Promise<{ event: AgentData; bytes: number }[]> {
  const events: Pieces[] = []
  let left = PUBLISHED_MAX_BYTES
  for (const { pieces, bytes: unpacked } of stored.toReversed().sort((one, other) => other.at - one.at)) {
    if (left < 0) break
    for (const piece of pieces().reverse()) {
      const bytes = bytesOf(piece)
      // Leaves out a piece that is too large for the bus; screens read it from the database.
      if (bytes > maxBytes - ENVELOPE_BYTES) continue
      left -= bytes
      if (left >= 0) addPiece(events, piece, bytes, Math.min(maxBytes - ENVELOPE_BYTES, TURN_BYTES))
    }
    await yieldIfDue(unpacked)
  }
  return events.reverse().map(({ pieces, bytes }) => ({ event: toEvent(pieces.reverse()), bytes }))
}

/** Adds a piece to the last event if it has room. */
function addPiece(events: Pieces[], piece: Piece, bytes: number, eventBytes: number): void {
  const last = events.at(-1)
  if (last && last.bytes + bytes <= eventBytes) {
    last.pieces.push(piece)
    last.bytes += bytes
  } else events.push({ pieces: [piece], bytes })
}

/** Size as JSON, with the comma after it. */
const bytesOf = (piece: Piece) => Buffer.byteLength(JSON.stringify('sample' in piece ? piece.sample : piece.record)) + 1

function toEvent(pieces: Piece[]): AgentData {
  const samples = pieces.flatMap((piece) => ('sample' in piece ? [piece.sample] : []))
  const records = pieces.flatMap((piece) => ('record' in piece ? [piece.record] : []))
  return { type: 'agent.data', data: { samples, records } }
}
