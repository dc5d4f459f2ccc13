/** Maps a place in a built file to its source; lines and columns begin with 1. */
export type SourceMap = {
  originOf(line: number, column: number): { source: string; line: number; column: number } | null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGITS = new Uint8Array(128)
for (let digit = 0; digit < ALPHABET.length; digit++) DIGITS[ALPHABET.charCodeAt(digit)] = digit

const [COMMA, SEMICOLON] = [44, 59]
const IS_LONGER = 32

/** Position of the reader: in the mappings, in the built line, and in the sources. */
type Reader = { index: number; builtColumn: number; source: number; line: number; column: number }

/**
 * Reads a source map. Keeps only the beginning of each line's mappings, and reads the rest on demand. Node's own reader
 * takes a third of a second and 60 MB for the program's map.
 */
export function readSourceMap(text: string): SourceMap {
  const { mappings, sources } = JSON.parse(text) as { mappings: string; sources: string[] }
  const reader: Reader = { index: 0, builtColumn: 0, source: 0, line: 0, column: 0 }
  const begins: Reader[] = []
  while (reader.index < mappings.length) {
    begins.push({ ...reader })
    while (readSegment(mappings, reader)) {}
    reader.builtColumn = 0
    reader.index++
  }
  return {
    originOf(line, column) {
      const next = { ...(begins[line - 1] ?? reader) }
      let found: Reader | null = null
      while (readSegment(mappings, next) && next.builtColumn < column) found = { ...next }
      const source = found ? sources[found.source] : undefined
      return found && source !== undefined ? { source, line: found.line + 1, column: found.column + 1 } : null
    },
  }
}

/** Goes on by one segment of the line; false at its end. */
function readSegment(mappings: string, reader: Reader): boolean {
  if (mappings.charCodeAt(reader.index) === COMMA) reader.index++
  if (reader.index >= mappings.length || isEnd(mappings, reader)) return false
  reader.builtColumn += readNumber(mappings, reader)
  if (isEnd(mappings, reader)) return true
  reader.source += readNumber(mappings, reader)
  reader.line += readNumber(mappings, reader)
  reader.column += readNumber(mappings, reader)
  // Skips the name that the source has there.
  if (!isEnd(mappings, reader)) readNumber(mappings, reader)
  return true
}

function isEnd(mappings: string, { index }: Reader): boolean {
  const code = mappings.charCodeAt(index)
  return code === COMMA || code === SEMICOLON || Number.isNaN(code)
}

function readNumber(mappings: string, reader: Reader): number {
  let bits = 0
  let digit = IS_LONGER
  for (let shift = 0; digit & IS_LONGER; shift += 5) {
    digit = DIGITS[mappings.charCodeAt(reader.index++)] ?? 0
    bits |= (digit & (IS_LONGER - 1)) << shift
  }
  return bits & 1 ? -(bits >>> 1) : bits >>> 1
}
