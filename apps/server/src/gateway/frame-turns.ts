/** Bounds of one turn of the event loop, for all agents together: two or three milliseconds of work. */
const TURN_FRAMES = 64
const TURN_BYTES = 64 * 1024
/** Frames handled for one agent before the next agent's turn. */
const LINE_FRAMES = 8

/** A message of an agent, or null for the end of its line. */
export type FrameOrEnd = Buffer | null
/** An agent's line, and its unhandled frames; it is not read from between `stop` and `goOn`. */
export type Line = { waiting: FrameOrEnd[]; handle(frame: FrameOrEnd): void; stop(): void; goOn(): void }

/**
 * Schedules frames, as thousands of small ones can arrive at a time. After a turn's worth the event loop runs other
 * work. Lines with waiting frames take turns, and are not read from meanwhile.
 */
export function createFrameTurns() {
  const behind = new Set<Line>()
  let frames = 0
  let bytes = 0
  let isBegun = false

  const isOver = () => frames >= TURN_FRAMES || bytes >= TURN_BYTES

  function handle(line: Line, frame: FrameOrEnd): void {
    frames++
    bytes += frame?.length ?? 0
    if (!isBegun) {
      isBegun = true
      setImmediate(nextTurn)
    }
    line.handle(frame)
  }

  function nextTurn(): void {
    frames = bytes = 0
    isBegun = false
    // A line that is put back goes to the end of the set, so this loop reaches it again.
    for (const line of behind) {
      if (isOver()) return
      behind.delete(line)
      for (const frame of line.waiting.splice(0, LINE_FRAMES)) handle(line, frame)
      if (line.waiting.length > 0) behind.add(line)
      else line.goOn()
    }
  }

  return {
    /** Handles a line's frame: now, or in its turn. Frames of a line stay in order. */
    accept(line: Line, frame: FrameOrEnd): void {
      if (!behind.has(line) && !isOver()) {
        handle(line, frame)
        return
      }
      line.waiting.push(frame)
      if (behind.has(line)) return
      behind.add(line)
      line.stop()
    },
  }
}
export type FrameTurns = ReturnType<typeof createFrameTurns>
