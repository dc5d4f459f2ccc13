import type { Faults } from '#server/containment/faults.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import type { Stream } from './listeners.ts'

/** Bytes handed to streams in one turn of the event loop. Serializing and writing them takes some milliseconds. */
const TURN_MAX_BYTES = 1024 * 1024
/** Added for each stream that an event is offered to. Writing the smallest takes some 20 µs, ending a stream 70 µs. */
const STREAM_BYTES = 4 * 1024
/** Bounds of waiting deliveries with events. */
export const WAITING_MAX = 1000
/** Waiting deliveries beyond which work with many events should pause. */
const BUSY_MIN = 100
const WAITING_MAX_BYTES = 8 * 1024 * 1024

/** One event or other work for streams; `bytes` is what each of them may get. */
type Delivery = { streams: Iterator<Stream>; bytes: number; deliver(stream: Stream): void }

/**
 * Delivers to any number of streams in parts, with a pause after each part. One delivery after the other, so
 * that each stream gets its events in their order.
 */
export function createDeliveries(faults: Pick<Faults, 'inBackground'>) {
  const waiting: Delivery[] = []
  let waitingBytes = 0
  let bytesLeft = TURN_MAX_BYTES
  let isPausing = false

  function drop(delivery: Delivery): void {
    waiting.shift()
    waitingBytes -= delivery.bytes
  }

  function workForTurn(): void {
    for (let oldest = waiting[0]; oldest && bytesLeft > 0; oldest = waiting[0]) {
      const next = oldest.streams.next()
      if (next.done) {
        drop(oldest)
        continue
      }
      bytesLeft -= STREAM_BYTES + oldest.bytes
      oldest.deliver(next.value)
    }
    if (bytesLeft === TURN_MAX_BYTES || isPausing) return
    isPausing = true
    const nextTurn = waitForFreeTurn().then(() => {
      isPausing = false
      bytesLeft = TURN_MAX_BYTES
      workForTurn()
    })
    faults.inBackground('live_stream', nextTurn)
  }

  function add(delivery: Delivery): void {
    waiting.push(delivery)
    waitingBytes += delivery.bytes
    workForTurn()
  }

  return {
    /** Adds work that no stream may miss, such as its end. */
    add,

    /** Adds an event; false if too much waits. Its streams must then read again what they miss. */
    addIfRoom(delivery: Delivery): boolean {
      if (waiting.length >= WAITING_MAX || waitingBytes + delivery.bytes > WAITING_MAX_BYTES) return false
      add(delivery)
      return true
    },

    /** True while many events wait for their streams. */
    isBusy: (): boolean => waiting.length > BUSY_MIN,

    clear(): void {
      waiting.length = 0
      waitingBytes = 0
    },
  }
}
export type Deliveries = ReturnType<typeof createDeliveries>
