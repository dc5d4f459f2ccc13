import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plant } from './checkout-copy.ts'
import { plainComments } from './plain-comments.ts'

const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
const base = mkdtempSync(path.join(tmpdir(), 'atalaya-comments-'))
beforeAll(() => {
  plant(base, {
    'packages/a/tsconfig.json': '{}',
    'packages/a/riddle.ts': '/** What is told. */\nexport const a = 1 // Whether it is.\n',
    'packages/a/phrase.ts':
      '// Stops the queue of whoever waits,\n// of which nobody hears, for who comes.\nexport const a = 1\n',
    'packages/a/long.ts': `/**\n * Short.\n *\n * ${LONG}\n * seventeen eighteen nineteen twenty, more.\n */\nexport {}\n`,
    'packages/a/drawn.tsx': 'export const A = () => <p>{/* Of the page. */}// What is shown</p>\n',
    'packages/a/ignored.ts':
      "// biome-ignore lint/suspicious/noExplicitAny: which is another's.\nexport const a: any = 1\n",
    'packages/a/wide.ts': `export const a = 1\n\n// ${LONG}${' '.repeat(40)}.\n// biome-ignore lint/a/b: ${'x'.repeat(120)}\n`,
    'packages/a/strings.ts': `export const a = ['// What', \`/* Who \${1} // Which */\`, /[/*]/, 1] // Plain.\n`,
    'packages/a/plain.ts': [
      `/**\n * ${LONG}\n * \`what whoever of which\`: a second sentence begins here, behind a colon.\n */`,
      `// ${LONG}.`,
      '// Seventeen eighteen nineteen twenty: lines below each other are one comment.',
      'export {}\n',
    ].join('\n'),
  })
})
afterAll(() => rmSync(base, { recursive: true }))

test('the check refuses riddles, convoluted phrases, long sentences and long lines, but only in comments', () => {
  expect(plainComments(base).split('\n')).toEqual([
    'packages/a/drawn.tsx:1: begins with "Of"; begin with a verb or a noun',
    'packages/a/ignored.ts:1: begins with "which"; begin with a verb or a noun',
    'packages/a/long.ts:1: a sentence of 21 words, at most 20: One two three four …',
    'packages/a/phrase.ts:1: says "whoever"; say it in a sentence of its own',
    'packages/a/phrase.ts:1: says "of which"; say it in a sentence of its own',
    'packages/a/phrase.ts:1: says "for who"; say it in a sentence of its own',
    'packages/a/riddle.ts:1: begins with "What"; begin with a verb or a noun',
    'packages/a/riddle.ts:2: begins with "Whether"; begin with a verb or a noun',
    'packages/a/wide.ts:3: a line of more than 120 columns',
  ])
})
