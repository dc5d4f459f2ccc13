// `node scripts/check/slow-expressions.ts BASE`: regular expressions of the product whose running time can grow faster
// than the length of the input. `safe-expressions.json` lists those that recheck found safe: to analyse all takes half
// a minute.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkSync } from 'recheck'
import { type Expression, expressionsIn } from './expressions.ts'
import { harmless } from './harmless-expressions.ts'

/** Most take 20 ms on an idle machine, the slowest 2 s. A busy machine may take a hundred times as long. */
const TIMEOUT_MS = 300_000

function judge(source: string, flags: string): string {
  // Bounded by steps: with recheck's own timeouts the verdict would depend on the machine's load.
  const timeouts = { timeout: TIMEOUT_MS, seedingTimeout: TIMEOUT_MS, incubationTimeout: TIMEOUT_MS }
  const verdict = checkSync(source, flags, timeouts)
  if (verdict.status === 'safe') return ''
  if (verdict.status === 'vulnerable') return `can take long (${verdict.complexity.summary})`
  return `can't be analysed (${verdict.error.kind})`
}

const keyOf = ({ source, flags }: Expression) => `/${source}/${flags}`

function complaintOf(expression: Expression): string {
  const { source, flags } = expression
  if (flags === null) return "is built at run time, so that recheck can't analyse it"
  return judgedBefore.has(keyOf(expression)) ? '' : judge(source, flags)
}

const [base = '.'] = process.argv.slice(2)
const safeFile = path.join(base, 'scripts/check/safe-expressions.json')
const before = readFileSync(safeFile, 'utf8')
const judgedBefore = new Set<string>(JSON.parse(before))
const expressions = expressionsIn(base)
const isHarmless = ({ file, source }: Expression) =>
  harmless.some((entry) => entry.file === file && entry.source === source)
const judged = expressions
  .filter((expression) => !isHarmless(expression))
  .map((expression) => ({ ...expression, complaint: complaintOf(expression) }))
const [safe, slow] = [judged.filter(({ complaint }) => !complaint), judged.filter(({ complaint }) => complaint)]
const complaints = slow.map(({ file, line, source, complaint }) => `${file}:${line}: ${source} ${complaint}`)
const obsolete = harmless
  .filter(
    ({ file, source }) => !expressions.some((expression) => expression.file === file && expression.source === source),
  )
  .map(({ file, source }) => `${file}: ${source} is listed as harmless, but is not there`)

const after = `${JSON.stringify([...new Set(safe.map(keyOf))].sort(), null, 2)}\n`
if (after !== before) writeFileSync(safeFile, after)
console.log([...complaints, ...obsolete].join('\n'))
