// `npm run test:mutants -- sessions telemetry`: changes one thing at a time in places where rules matter. It runs the
// tests that reach the change and lists the mutants that no test notices. It fails if more than a tenth are missed.
// Each run chooses other mutants. Writes docs/reliability.md. `--seed 5` continues the run of that number on the same
// commit. After another change it tries the same mutants without writing.
// `--missed` tries only those that the first run missed.
// `--tests apps/server/test/sessions` runs only these tests (quick, after a new one).
// `--count 40` tries more mutants of each place. `--minutes 60` ends it in time.
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import type { Group } from './mutants/places.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

const options = {
  count: { type: 'string', default: '40' },
  minutes: { type: 'string', default: '120' },
  seed: { type: 'string', default: String(randomInt(1_000_000)) },
  missed: { type: 'boolean', default: false },
  jobs: { type: 'string', default: String(availableParallelism()) },
  tests: { type: 'string', multiple: true },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })

await runOrExplain(() => ensureInstalled(root))
// These need installed packages.
const { choose } = await import('./mutants/choose.ts')
const { makeCopy } = await import('./mutants/copy.ts')
const { judge } = await import('./mutants/judge.ts')
const { groupByProject } = await import('./mutants/places.ts')
const { isNoticed, reasonFor, Results } = await import('./mutants/results.ts')
const { coverageOf, startTests } = await import('./mutants/tests.ts')
const { writeRows } = await import('./tests/reliability.ts')
const { testedTree } = await import('./tests/whole-run.ts')

/** Maximum of letters of code that a line shows. */
const CODE_MAX = 200
const endsAt = Date.now() + Number(values.minutes) * 60_000
const seed = Number(values.seed)
const tree = testedTree()
console.log(`Seed ${seed}${tree.isClean ? '' : ': the checkout has changes, so nothing is kept'}`)

const shorten = (text: string) => (text.length > CODE_MAX ? `${text.slice(0, CODE_MAX)}…` : text)

/** Tries all mutants of a group and prints the results. */
async function tryGroup({ project, tests: all, places }: Group) {
  const database = project === 'server-postgres' ? 'PostgreSQL' : 'SQLite'
  const sample = { tree, seed, database, onlyMissed: values.missed || values.tests !== undefined }
  const results = places.map(({ name, files, tests }) => {
    return { placeTests: tests, record: new Results(name, choose(files, Number(values.count), seed), sample) }
  })
  const open = results
    .flatMap(({ placeTests, record }) => record.open.map((mutant) => ({ placeTests, record, mutant })))
    .map((task, n) => ({ ...task, number: n + 1 }))
  const numbered = new Map(open.map(({ number, mutant }) => [number, mutant]))
  if (open.length === 0) return results.map(({ record }) => record.report())
  const folder = makeCopy(numbered)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const coverage = await coverageOf(folder, project, values.tests ?? all, endsAt - Date.now())
  for (const file of coverage.failing) console.log(`  fails with no mutant on, and is left out: ${file}`)
  const queue = [...open]
  const worker = async () => {
    const tests = startTests(folder, project, { workers: 1, bail: 1 })
    for (let next = queue.shift(); next && Date.now() < endsAt; next = queue.shift()) {
      const verdict = await judge(next, numbered, coverage, tests)
      next.record.add(verdict)
      const { file, line, kind, from, to } = next.mutant
      const outcome = reasonFor(next.mutant) ? 'no difference' : verdict.outcome
      if (!isNoticed(verdict)) console.log(`  ${outcome}: ${file}:${line} ${kind}: ${shorten(from)} -> ${shorten(to)}`)
    }
    tests.stop()
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
  const reports = results.map(({ record }) => record.report())
  if (queue.length > 0) throw new Error(`The time is over; with --seed ${seed} the same command goes on from here`)
  return reports
}

const reports = []
for (const group of groupByProject(positionals)) reports.push(...(await tryGroup(group)))
// Writes the rows at the end: the page is a change, and no run is continued on a checkout with changes.
const rows = reports.flatMap((report) => report.rows)
if (rows.length > 0) writeRows(rows)
if (reports.some(({ isEnough }) => !isEnough)) process.exitCode = 1
