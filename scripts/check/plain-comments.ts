import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sources } from '../lib/workspaces.ts'
import { type Comment, commentsIn } from './comments.ts'

const MAX_WORDS = 20
const MAX_COLUMNS = 120
const COMMENT_LINE = /^\s*(?:\*|\/\/|\/\*)/

/** A comment begins with a verb or a noun; these begin a riddle. */
const RIDDLES = new Set(
  ['what', 'whatever', 'who', 'whoever', 'whose', 'whom', 'which', 'where', 'wherever', 'whether', 'how', 'why']
    .concat(['that', 'those', 'it', 'its', 'they', 'he', 'she', 'such', 'so', 'of', 'and', 'but', 'or', 'nor'])
    .concat(['tells', 'hears']),
)
const CONVOLUTED =
  /\b(?:whom?ever|whatever|of which|of whom|that which|tells whether|(?:for|to|by|from|than|with|so that) who)\b/gi

/** Words for tools; behind the colon stands a reason for people. */
const DIRECTIVE =
  /^(?:@ts-expect-error|biome-ignore(?:-all|-start|-end)? [\w/]+)(?:: |$)|^\/ <reference.*|^@vite\S* \S+/
const CODE = /```[^`]*```|`[^`]*`/g
const SENTENCE_END = /(?<=[.!?:][)"']?)\s+|\n/

const wordsOf = (sentence: string) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

/** Faults of one comment, one line each. */
function faultsOf({ text }: Comment): string[] {
  const words = text.replace(DIRECTIVE, '').replace(CODE, 'code')
  const [first = ''] = /^[a-z]+/i.exec(words) ?? []
  const long = words.split(SENTENCE_END).filter((sentence) => wordsOf(sentence).length > MAX_WORDS)
  return [
    ...(RIDDLES.has(first.toLowerCase()) ? [`begins with "${first}"; begin with a verb or a noun`] : []),
    ...[...words.matchAll(CONVOLUTED)].map(([phrase]) => `says "${phrase}"; say it in a sentence of its own`),
    ...long.map((sentence) => {
      const count = wordsOf(sentence).length
      return `a sentence of ${count} words, at most ${MAX_WORDS}: ${wordsOf(sentence).slice(0, 4).join(' ')} …`
    }),
  ]
}

/** Numbers of comment lines that are too long. The formatter breaks only lines of code; a directive can't be broken. */
const longLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => {
    const isLong = line.length > MAX_COLUMNS && COMMENT_LINE.test(line) && !line.includes('biome-ignore')
    return isLong ? [index + 1] : []
  })

function faultsIn(base: string, name: string): string[] {
  const text = readFileSync(path.join(base, name), 'utf8')
  return [
    ...commentsIn(name, text).flatMap((comment) =>
      faultsOf(comment).map((fault) => `${name}:${comment.line}: ${fault}`),
    ),
    ...longLines(text).map((line) => `${name}:${line}: a line of more than ${MAX_COLUMNS} columns`),
  ]
}

/**
 * Comments that are hard to read: a riddle at the beginning, a convoluted phrase, a long sentence, a long line. Returns
 * the faults in `base`, one a line; empty if there are none.
 */
export const plainComments = (base: string): string =>
  sources(base)
    .flatMap((name) => faultsIn(base, name))
    .join('\n')
