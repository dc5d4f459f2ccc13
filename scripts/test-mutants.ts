// `npm run test:mutants -- sessions telemetry`: changes one thing at a time in places where rules matter. It runs the
// tests that reach the change and lists the mutants that no test notices.
// Continues an earlier run that was stopped. `--count 40` asks for more mutants of each place, `--minutes 60` ends it
// in time. `--tests apps/server/test/sessions` asks only these tests (quick, after a new one). Writes
// docs/reliability.md.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import type { Group } from './mutants/places.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

const options = {
  count: { type: 'string', default: '40' },
  minutes: { type: 'string', default: '120' },
  seed: { type: 'string', default: '1' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  tests: { type: 'string', multiple: true },
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })

await orExplain(() => ensureInstalled(root))
// These need installed packages.
const { choose } = await import('./mutants/choose.ts')
const { makeCopy } = await import('./mutants/copy.ts')
const { judge } = await import('./mutants/judge.ts')
const { groupByTests } = await import('./mutants/places.ts')
const { isNoticed, reasonFor, Results } = await import('./mutants/results.ts')
const { reachOf, startTests } = await import('./mutants/tests.ts')

const endsAt = Date.now() + Number(values.minutes) * 60_000

async function tryGroup({ project, tests: all, places }: Group): Promise<void> {
  const results = places.map(({ name, files, tests }) => {
    return { own: tests, of: new Results(name, choose(files, Number(values.count), Number(values.seed))) }
  })
  const open = results
    .flatMap(({ own, of }) => of.open.map((mutant) => ({ own, of, mutant })))
    .map((one, n) => ({ ...one, number: n + 1 }))
  const numbered = new Map(open.map(({ number, mutant }) => [number, mutant]))
  for (const { of } of results) of.report()
  const folder = makeCopy(numbered)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const reach = await reachOf(folder, project, values.tests ?? all, endsAt - Date.now())
  for (const file of reach.red) console.log(`  fails with no mutant on, and is left out: ${file}`)
  const waiting = [...open]
  const work = async () => {
    const tests = startTests(folder, project, { workers: 1, bail: 1 })
    for (let next = waiting.shift(); next && Date.now() < endsAt; next = waiting.shift()) {
      const verdict = await judge(next, numbered, reach, tests)
      next.of.add(verdict)
      const { file, line, kind, from, to } = next.mutant
      const outcome = reasonFor(next.mutant) ? 'no difference' : verdict.outcome
      if (!isNoticed(verdict)) console.log(`  ${outcome}: ${file}:${line} ${kind}: ${from} -> ${to}`)
    }
    tests.stop()
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  for (const { of } of results) of.report()
  if (waiting.length > 0) throw new Error('The time is over; the same command goes on from here')
}

for (const group of groupByTests(positionals)) await tryGroup(group)
