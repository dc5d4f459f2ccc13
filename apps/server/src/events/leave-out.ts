import type { Deliveries } from './deliveries.ts'
import type { Stream } from './listeners.ts'

/**
 * Remembers streams that missed an event because too many events wait. Each gets `deliver` once, after all waiting
 * deliveries: many missed events cost a stream no more than one.
 */
export function createLeaveOut(deliveries: Pick<Deliveries, 'add'>, deliver: (stream: Stream) => void) {
  const leftOut = new Set<Stream>()
  let isWaiting = false

  /** Takes the streams, and those that are left out meanwhile. */
  function* take(): Generator<Stream> {
    for (const stream of leftOut) {
      leftOut.delete(stream)
      yield stream
    }
    isWaiting = false
  }

  return (streams: Iterable<Stream>): void => {
    for (const stream of streams) leftOut.add(stream)
    if (isWaiting) return
    isWaiting = true
    deliveries.add({ streams: take(), bytes: 0, deliver })
  }
}
