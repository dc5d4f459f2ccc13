// `node scripts/check/slow-expressions.ts BASE CACHE`: regular expressions of the product whose time can grow faster than
// the text they are run on. What recheck has judged once stands in the file CACHE.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { type Expression, expressionsIn } from './expressions.ts'
import { harmless } from './harmless-expressions.ts'

/** Most take 20 ms on an idle machine, the slowest 2 s. A busy machine may take a hundred times as long. */
const TIMEOUT_MS = 300_000

const UNJUDGED = 'can not be judged'

type Verdicts = Record<string, string>

function judge(source: string, flags: string): string {
  // Bounded by steps: with its own bounds of time it judges otherwise on a busy machine.
  const timeouts = { timeout: TIMEOUT_MS, seedingTimeout: TIMEOUT_MS, incubationTimeout: TIMEOUT_MS }
  const verdict = checkSync(source, flags, timeouts)
  if (verdict.status === 'safe') return ''
  if (verdict.status === 'vulnerable') return `can take long (${verdict.complexity.summary})`
  return `${UNJUDGED} (${verdict.error.kind})`
}

function complaintOf({ source, flags }: Expression, verdicts: Verdicts): string {
  if (flags === null) return 'is put together while running, so that nobody can judge it'
  const key = `/${source}/${flags}`
  const verdict = verdicts[key] ?? judge(source, flags)
  // A timeout is not cached: the next run may end in time.
  if (!verdict.startsWith(UNJUDGED)) verdicts[key] = verdict
  return verdict
}

const [base = '.', cache = ''] = process.argv.slice(2)
const verdicts: Verdicts = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
const expressions = expressionsIn(base)
const isHarmless = ({ file, source }: Expression) => harmless.some((one) => one.file === file && one.source === source)
const complaints = expressions
  .filter((one) => !isHarmless(one))
  .map((one) => ({ ...one, complaint: complaintOf(one, verdicts) }))
  .filter(({ complaint }) => complaint !== '')
  .map(({ file, line, source, complaint }) => `${file}:${line}: ${source} ${complaint}`)
const gone = harmless
  .filter(({ file, source }) => !expressions.some((one) => one.file === file && one.source === source))
  .map(({ file, source }) => `${file}: ${source} is listed as harmless, but is not there`)

writeFileSync(cache, JSON.stringify(verdicts))
console.log([...complaints, ...gone].join('\n'))
