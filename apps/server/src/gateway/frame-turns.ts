/** Bounds of one turn of the event loop, for all agents together: two or three milliseconds of work. */
const TURN_FRAMES = 64
const TURN_BYTES = 64 * 1024
/** Frames handled for one agent before the next agent's turn. */
const FRAMES_PER_AGENT = 8

/** A message of an agent, or null for the end of its connection. */
export type FrameOrEnd = Buffer | null
/** Unhandled frames of one connection. The socket is not read between `pause` and `resume`. */
export type FrameQueue = { waiting: FrameOrEnd[]; handle(frame: FrameOrEnd): void; pause(): void; resume(): void }

/**
 * Schedules frames, as thousands of small ones can arrive at a time. After a full turn the event loop runs other work.
 * Queues that wait for their turn have their sockets paused.
 */
export function createFrameTurns() {
  const waitingQueues = new Set<FrameQueue>()
  let frames = 0
  let bytes = 0
  let isTurnBegun = false

  const isTurnFull = () => frames >= TURN_FRAMES || bytes >= TURN_BYTES

  function handle(queue: FrameQueue, frame: FrameOrEnd): void {
    frames++
    bytes += frame?.length ?? 0
    if (!isTurnBegun) {
      isTurnBegun = true
      setImmediate(nextTurn)
    }
    queue.handle(frame)
  }

  function nextTurn(): void {
    frames = bytes = 0
    isTurnBegun = false
    // A queue added again is last in the set, so this loop reaches it again.
    for (const queue of waitingQueues) {
      if (isTurnFull()) return
      waitingQueues.delete(queue)
      for (const frame of queue.waiting.splice(0, FRAMES_PER_AGENT)) handle(queue, frame)
      if (queue.waiting.length > 0) waitingQueues.add(queue)
      else queue.resume()
    }
  }

  return {
    /** Handles a frame now, or in its queue's turn. Frames of a queue stay in order. */
    accept(queue: FrameQueue, frame: FrameOrEnd): void {
      if (!waitingQueues.has(queue) && !isTurnFull()) {
        handle(queue, frame)
        return
      }
      queue.waiting.push(frame)
      if (waitingQueues.has(queue)) return
      waitingQueues.add(queue)
      queue.pause()
    },
  }
}
export type FrameTurns = ReturnType<typeof createFrameTurns>
