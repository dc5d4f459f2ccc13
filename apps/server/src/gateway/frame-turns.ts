/** Bounds of one turn of the event loop, for all agents together: two or three milliseconds of work. */
const TURN_FRAMES = 64
const TURN_BYTES = 64 * 1024
/** Frames handled for one agent before the next agent's turn. */
const LINE_FRAMES = 8

/** A message of an agent, or null for the end of its line. */
export type Heard = Buffer | null
/** An agent's line, and its unhandled frames; it is not read from between `stop` and `goOn`. */
export type Line = { waiting: Heard[]; handle(heard: Heard): void; stop(): void; goOn(): void }

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

  function handle(line: Line, heard: Heard): void {
    frames++
    bytes += heard?.length ?? 0
    if (!isBegun) {
      isBegun = true
      setImmediate(nextTurn)
    }
    line.handle(heard)
  }

  function nextTurn(): void {
    frames = bytes = 0
    isBegun = false
    // A line that is put back goes to the end, and is met again there.
    for (const line of behind) {
      if (isOver()) return
      behind.delete(line)
      for (const heard of line.waiting.splice(0, LINE_FRAMES)) handle(line, heard)
      if (line.waiting.length > 0) behind.add(line)
      else line.goOn()
    }
  }

  return {
    /** Handles a line's frame: now, or in its turn. Frames of a line stay in order. */
    hear(line: Line, heard: Heard): void {
      if (!behind.has(line) && !isOver()) {
        handle(line, heard)
        return
      }
      line.waiting.push(heard)
      if (behind.has(line)) return
      behind.add(line)
      line.stop()
    },
  }
}
export type FrameTurns = ReturnType<typeof createFrameTurns>
