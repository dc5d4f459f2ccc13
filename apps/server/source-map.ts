/** Maps a place in a built file to its source; lines and columns begin with 1. */
export type SourceMap = {
  originOf(line: number, column: number): { source: string; line: number; column: number } | null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Value of each Base64 digit, by its character code. */
const DIGITS = new Uint8Array(128)
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit

const [COMMA, SEMICOLON] = [44, 59]
/** Base64 VLQ: set in a digit if more digits follow. */
const CONTINUATION_BIT = 32

/** Position in the mappings, in the built line, and in the sources. */
type MapPosition = { index: number; builtColumn: number; source: number; line: number; column: number }

/**
 * Reads a source map. Keeps only the beginning of each line's mappings, and reads the rest on demand. Node's own reader
 * takes a third of a second and 60 MB for the program's map.
 */
export function readSourceMap(text: string): SourceMap {
  const { mappings, sources } = JSON.parse(text) as { mappings: string; sources: string[] }
  const position: MapPosition = { index: 0, builtColumn: 0, source: 0, line: 0, column: 0 }
  const lineStarts: MapPosition[] = []
  while (position.index < mappings.length) {
    lineStarts.push({ ...position })
    while (readSegment(mappings, position)) {}
    position.builtColumn = 0
    position.index++
  }
  return {
    originOf(line, column) {
      const next = { ...(lineStarts[line - 1] ?? position) }
      let found: MapPosition | null = null
      while (readSegment(mappings, next) && next.builtColumn < column) found = { ...next }
      const source = found ? sources[found.source] : undefined
      return found && source !== undefined ? { source, line: found.line + 1, column: found.column + 1 } : null
    },
  }
}

/** Reads the next segment of the line into `position`; false at the end of the line. */
function readSegment(mappings: string, position: MapPosition): boolean {
  if (mappings.charCodeAt(position.index) === COMMA) position.index++
  if (position.index >= mappings.length || isEnd(mappings, position)) return false
  position.builtColumn += readNumber(mappings, position)
  if (isEnd(mappings, position)) return true
  position.source += readNumber(mappings, position)
  position.line += readNumber(mappings, position)
  position.column += readNumber(mappings, position)
  // Skips the optional name index.
  if (!isEnd(mappings, position)) readNumber(mappings, position)
  return true
}

function isEnd(mappings: string, { index }: MapPosition): boolean {
  const code = mappings.charCodeAt(index)
  return code === COMMA || code === SEMICOLON || Number.isNaN(code)
}

/** Reads a Base64 VLQ number: five bits per digit, the lowest ones first. The number's lowest bit is its sign. */
function readNumber(mappings: string, position: MapPosition): number {
  let bits = 0
  let digit = CONTINUATION_BIT
  for (let shift = 0; digit & CONTINUATION_BIT; shift += 5) {
    digit = DIGITS[mappings.charCodeAt(position.index++)] ?? 0
    bits |= (digit & (CONTINUATION_BIT - 1)) << shift
  }
  return bits & 1 ? -(bits >>> 1) : bits >>> 1
}
