// `npm run test:mutants -- sessions telemetry`: changes one thing at a time in places where rules matter, runs the tests
// that reach it, and lists what nobody noticed. Goes on where an earlier run was stopped; `--count 40` asks for more of
// each place, `--minutes 60` ends it in time. Writes docs/reliability.md.
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
} as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })

await orExplain(() => ensureInstalled(root))
// These need installed packages.
const { choose } = await import('./mutants/choose.ts')
const { makeCopy } = await import('./mutants/copy.ts')
const { judge } = await import('./mutants/judge.ts')
const { places } = await import('./mutants/places.ts')
const { reachOf } = await import('./mutants/tests.ts')
const { countsOf, isNoticed, keep, known, reasonFor, settled } = await import('./mutants/verdicts.ts')
const { writeRows } = await import('./tests/reliability.ts')

const unknown = positionals.filter((name) => !(name in places))
if (unknown.length > 0) throw new Error(`No such place: ${unknown}. There are ${Object.keys(places).join(', ')}.`)
const endsAt = Date.now() + Number(values.minutes) * 60_000
const names = positionals.length > 0 ? positionals : Object.keys(places)

for (const name of names) {
  const place = places[name]
  if (!place) continue
  const chosen = choose(place, Number(values.count), Number(values.seed))
  const earlier = known(name)
  const verdicts = chosen.flatMap((mutant) => settled(earlier, mutant) ?? [])
  const open = new Map(chosen.filter((mutant) => !settled(earlier, mutant)).map((mutant, n) => [n + 1, mutant]))
  console.log(`${name}: ${chosen.length} mutants, ${verdicts.length} noticed before`)
  const folder = makeCopy(open)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const { project, tests: files } = place
  const reach = await reachOf({ folder, project, files, limitMs: endsAt - Date.now() })
  for (const file of reach.red) console.log(`  fails with no mutant on, and is left out: ${file}`)
  const waiting = [...open]
  const work = async () => {
    for (let next = waiting.shift(); next && Date.now() < endsAt; next = waiting.shift()) {
      const [number, mutant] = next
      const verdict = await judge(folder, project, number, mutant, reach)
      verdicts.push(verdict)
      keep(name, verdicts)
      if (isNoticed(verdict)) continue
      const { file, line, kind, from, to } = mutant
      const because = reasonFor(mutant)
      console.log(`  ${because ? 'no difference' : verdict.outcome}: ${file}:${line} ${kind}: ${from} -> ${to}`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  const { noticed, same, of, share } = countsOf(verdicts)
  console.log(`${name}: ${noticed} of ${of} noticed, ${same} make no difference: ${(share * 100).toFixed(0)} %`)
  if (waiting.length > 0) throw new Error('The time is over; the same command goes on from here')
  const measured = `${noticed} of ${of} noticed${same > 0 ? `, ${same} make no difference` : ''}`
  const expected = 'At least 90 % of what is changed in the rules is noticed by their tests'
  writeRows([{ section: 'Mutants', fault: name, expected, measured, database: 'SQLite' }])
}
