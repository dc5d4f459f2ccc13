import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCheckout, plant } from './checkout-copy.ts'
import { doors } from './doors.ts'

const LIST = 'docs/decisions/010-doors-for-foreign-bytes.md'
const row = (...cells: string[]) => `| ${cells.join(' | ')} |\n`

/** Ways to read foreign bytes, each in a file that no table names. `complaint` is the expected message. */
const readers: [what: string, file: string, text: string, complaint: string][] = [
  [
    'JSON.parse',
    'apps/server/src/users/p-json.ts',
    'export const a = (b: string) => JSON.parse(b)\n',
    '1: JSON.parse; read',
  ],
  [
    'a parser of a package',
    'packages/agent/src/p-zlib.ts',
    "import { gunzip } from 'node:zlib'\n",
    '1: node:zlib in a file',
  ],
  ['a parser that is loaded dynamically', 'apps/server/src/p-late.ts', "await import('yauzl')\n", '1: yauzl in a file'],
  [
    'a package that was not judged yet',
    'modules/weather/p-new.ts',
    "import a from 'new-parser'\n",
    '1: new-parser (not judged yet',
  ],
  [
    'bytes of a socket',
    'modules/weather/p-socket.ts',
    "export const a = (b) => b.on('data', c)\n",
    "1: .on('data') in a file",
  ],
  ['an HTTP answer', 'packages/weather/src/p-answer.ts', 'export const a = (b) => b.json()\n', '1: .json() in a file'],
  [
    'a browser message',
    'apps/web/src/p-message.ts',
    "addEventListener('message', a)\nb.onmessage = a\n",
    '2: onmessage in a file',
  ],
  [
    'data stored in a browser',
    'apps/web/src/p-kept.ts',
    "localStorage.getItem('a')\n",
    '1: localStorage.getItem in a file',
  ],
  [
    'numbers in bytes',
    'packages/agent/src/p-bytes.ts',
    'export const a = (b: Buffer) => b.readUInt16LE(0)\n',
    '1: readUInt16LE in a file',
  ],
  [
    'a regular expression from a value',
    'packages/agent/src/p-pattern.ts',
    'export const a = (b: string) => new RegExp(b)\n',
    '1: new RegExp of a value in a file',
  ],
  [
    'bounded JSON',
    'apps/server/src/p-bounded.ts',
    "import { parseJson } from '@atalaya/contract/bounded-json'\n",
    '1: parseJson in a file',
  ],
]

let problems: string[]
let copy: string
beforeAll(() => {
  copy = copyCheckout()
  plant(copy, { [LIST]: '' })
  const list = readFileSync(path.join(import.meta.dirname, '../..', LIST), 'utf8')
  const doorRows = [
    row('Without a fuzzer', '`packages/agent/src/options.ts`', '1', '–', '–', '`nobody attacks it`'),
    row('Without a bound', '`packages/agent/src/options.ts`', '', '–', '–', '`settings`'),
    row('Without a file', 'somewhere', '1', '–', '–', '`settings`'),
    row('Gone', '`packages/agent/src/gone.ts`', '1', '–', '–', '`settings`'),
  ]
  const [before = '', after = ''] = list.split('\n## No doors\n')
  writeFileSync(path.join(copy, LIST), `${before.trimEnd()}\n${doorRows.join('')}\n## No doors\n${after}`)
  appendFileSync(path.join(copy, LIST), row('`packages/agent/src/version.ts`', ''))
  const files = readers.map(([_what, file, text]) => [file, text])
  plant(copy, Object.fromEntries(files))
  plant(copy, { 'apps/server/src/p-row.repo.ts': 'export const a = (b: string) => JSON.parse(b)\n' })
  plant(copy, { 'apps/server/src/p-fuzz.test.ts': "fuzzDoor('a door that is no more', {})\n" })
  problems = doors(copy).split('\n')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test.each(readers)('the check refuses %s in a file that no table names', (_what, file, _text, complaint) => {
  expect(problems.filter((line) => line.startsWith(`${file}:${complaint}`))).toHaveLength(1)
})

test.each([
  'the door "Without a fuzzer" has no fuzzer',
  'the door "Without a bound" lacks a bound',
  'the door "Without a file" names no file',
  'packages/agent/src/gone.ts is listed and does not exist',
  'packages/agent/src/version.ts is listed as no door without a reason',
  'packages/agent/src/version.ts is listed as no door and reads nothing',
  'no door names the fuzzer "a door that is no more"',
])('the check refuses a list where %s', (complaint) => {
  expect(problems.filter((line) => line.startsWith(`${LIST}: ${complaint}`))).toHaveLength(1)
})

test('the check allows repos to read rows of our database, and reports only the planted faults', () => {
  const planted = [LIST, ...readers.map(([_what, file]) => file)]
  expect(problems.filter((line) => !planted.some((name) => line.startsWith(`${name}:`)))).toEqual([])
})
