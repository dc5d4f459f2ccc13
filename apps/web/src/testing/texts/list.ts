import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One line of the list: a string of the specification, the walk that sees it, and how it looks on screen. */
type Line = { text: string; walk: string; pattern: RegExp }

const LINE = /^(?<text>.+?) \| (?<walk>\S+) \| (?:(?<seen>.+?) )?\| (?<how>.+)$/
const NO_TEXT = '-'

/** `{n}` stands for a number, any other `{…}` for any text; all else is to the letter. */
function patternOf(seen: string): RegExp {
  const parts = seen.split(/(\{[^}]+\})/).map((part) => {
    if (part === '{n}') return '\\d+'
    return part.startsWith('{') ? '.+' : part.replace(/[^\p{L}\p{N}]/gu, '\\$&')
  })
  return new RegExp(`^${parts.join('')}$`, 's')
}

function parse(line: string): Line {
  const { text, walk, seen, how } = LINE.exec(line)?.groups ?? {}
  if (!text || !walk || !how) throw new Error(`Not a line of the list: ${line}`)
  return { text, walk, pattern: patternOf(seen ?? text) }
}

const lines = readFileSync(path.join(import.meta.dirname, 'list.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map(parse)

/** What people read or hear. */
export const texts = lines.filter(({ walk }) => walk !== NO_TEXT)
/** What the specification quotes that is no text: a path, a key, the way a size is written, a role. */
export const codes = lines.filter(({ walk }) => walk === NO_TEXT)
