import { readFileSync } from 'node:fs'
import path from 'node:path'

/** One line of the list: a string of the specification, the walk that sees it, and its pattern on screen. */
type Line = { text: string; walk: string; pattern: RegExp }

const LINE = /^(?<text>.+?) \| (?<walk>\S+) \| (?:(?<seen>.+?) )?\| (?<how>.+)$/
const NO_TEXT = '-'

/** Pattern of a text: `{n}` is a number, any other `{…}` any text; the rest is literal. */
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

/** Texts that people read on screens or in screen readers. */
export const texts = lines.filter(({ walk }) => walk !== NO_TEXT)
/** Quoted strings that are no texts: a path, a key, a format of sizes, a role. */
export const codes = lines.filter(({ walk }) => walk === NO_TEXT)
