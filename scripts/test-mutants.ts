// `npm run test:mutants -- sessions telemetry`: changes one thing at a time in places where rules matter, runs the tests
// that reach it, and lists what nobody noticed. Goes on where an earlier run was stopped; `--count 40` asks for more of
// each place, `--minutes 60` ends it in time, `--tests apps/server/test/sessions` asks only these tests (quick, after a
// new one). Writes docs/reliability.md.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
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
const { reachOf, startTests } = await import('./mutants/tests.ts')
const { countsOf, isNoticed, keep, known, reasonFor, settled } = await import('./mutants/verdicts.ts')
const { writeRows } = await import('./tests/reliability.ts')

const endsAt = Date.now() + Number(values.minutes) * 60_000

for (const { project, tests: ofProject, places } of groupByTests(positionals)) {
  const chosen = places.map(({ name, files }) => ({
    name,
    mutants: choose(files, Number(values.count), Number(values.seed)),
    earlier: known(name),
  }))
  const verdicts = new Map(
    chosen.map(({ name, mutants, earlier }) => [name, mutants.flatMap((mutant) => settled(earlier, mutant) ?? [])]),
  )
  const waiting = chosen
    .flatMap(({ name, mutants, earlier }) =>
      mutants.filter((mutant) => !settled(earlier, mutant)).map((mutant) => ({ name, mutant })),
    )
    .map((one, n) => ({ ...one, number: n + 1 }))
  const open = new Map(waiting.map(({ number, mutant }) => [number, mutant]))
  for (const { name, mutants } of chosen) {
    console.log(`${name}: ${mutants.length} mutants, ${verdicts.get(name)?.length} noticed before`)
  }
  const folder = makeCopy(open)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const reach = await reachOf(folder, project, values.tests ?? ofProject, endsAt - Date.now())
  for (const file of reach.red) console.log(`  fails with no mutant on, and is left out: ${file}`)
  const work = async () => {
    const tests = startTests(folder, project, { workers: 1, bail: 1 })
    for (let next = waiting.shift(); next && Date.now() < endsAt; next = waiting.shift()) {
      const verdict = await judge(next.number, open, reach, tests)
      const ofPlace = verdicts.get(next.name) ?? []
      ofPlace.push(verdict)
      keep(next.name, ofPlace)
      if (isNoticed(verdict)) continue
      const { file, line, kind, from, to } = next.mutant
      const outcome = reasonFor(next.mutant) ? 'no difference' : verdict.outcome
      console.log(`  ${outcome}: ${file}:${line} ${kind}: ${from} -> ${to}`)
    }
    tests.stop()
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  for (const [name, ofPlace] of verdicts) {
    const { noticed, same, of, share } = countsOf(ofPlace)
    console.log(`${name}: ${noticed} of ${of} noticed, ${same} make no difference: ${(share * 100).toFixed(0)} %`)
    const measured = `${noticed} of ${of} noticed${same > 0 ? `, ${same} make no difference` : ''}`
    const expected = 'At least 90 % of what is changed in the rules is noticed by their tests'
    if (waiting.length === 0) writeRows([{ section: 'Mutants', fault: name, expected, measured, database: 'SQLite' }])
  }
  if (waiting.length > 0) throw new Error('The time is over; the same command goes on from here')
}
