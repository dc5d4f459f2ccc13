import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Figure, type Growth, isMissed, LOG_LINEAR, type Measured, median, ratioOf } from './measured.ts'
import { readAllResults, type StoredResults } from './results.ts'

/** The programs of this folder, in the order of the document. */
export const programs = {
  ratios: ['start', 'static', 'reads', 'writes', 'login', 'telemetry', 'latency'],
  hops: ['hops'],
  growth: ['growth', 'alerts'],
  server: ['start', 'rest', 'fleet', 'tls-fleet', 'memory', 'alerts', 'soak'],
  browser: ['web', 'drag', 'chart', 'catalogue', 'display', 'display-soak'],
}

const number = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

function ratioLine(row: Measured): string {
  const { what, limit, unit, goal, rounds } = row
  const [ours, limitMedian] = [median(rounds.map((round) => round.ours)), median(rounds.map((round) => round.limit))]
  const { ratio, worst, best } = ratioOf(row)
  const ratios = `**${ratio.toFixed(2)}** (${worst.toFixed(2)} to ${best.toFixed(2)} in ${rounds.length})`
  const cells = [
    what,
    number(ours),
    `${number(limitMedian)} (${limit})`,
    unit,
    ratios,
    goal ?? '–',
    verdict(goal, isMissed.measured(row)),
  ]
  return `| ${cells.join(' | ')} |`
}

const verdict = (goal: number | null, hasMissed: boolean) => (goal === null ? '–' : hasMissed ? 'missed' : 'met')

function growthLine(row: Growth): string {
  const [, ten = Number.NaN, hundred = Number.NaN] = row.ms.map((ms, step) => ms / (row.ms[step - 1] ?? Number.NaN))
  const cells = [row.call, row.rows, ...row.ms.map(number), `×${number(ten)}, ×${number(hundred)}`]
  return `| ${cells.join(' | ')} | ${verdict(1, isMissed.growth(row))} |`
}

function figureLine(figure: Figure): string {
  const { name, value, limit, unit } = figure
  const cells = [name, `${number(value)} ${unit}`, limit === null ? '–' : `${number(limit)} ${unit}`]
  return `| ${cells.join(' | ')} | ${verdict(limit, isMissed.figure(figure))} |`
}

const table = (head: string, lines: string[]) =>
  [`| ${head} |`, `|${'---|'.repeat(head.split(' | ').length)}`, ...lines].join('\n')

/** Hand-written parts by the name of their figure: reasons for a missed goal, and how others were met. */
function readHandWritten(): Map<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, 'explained.md'), 'utf8')
  const parts = text.split(/^## /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return [title.trim(), lines.join('\n').trim()]
    }),
  )
}

const MENDED = 'What profiles have mended'

/** Title of an explanation: the figure's own name, or its part before the first comma. */
const titleOf = (name: string, written: Map<string, string>): string =>
  written.has(name) ? name : (name.split(', ')[0] ?? name)

/** Names of figures that miss a goal, each once. */
function missesOf(results: StoredResults[]): string[] {
  const names = results.flatMap(({ measured = [], figures = [], growth = [] }) => [
    ...measured.filter(isMissed.measured).map(({ what }) => what),
    ...figures.filter(isMissed.figure).map(({ name }) => name),
    ...growth.filter(isMissed.growth).map(({ call, database }) => `${call}, ${database}`),
  ])
  return [...new Set(names)]
}

function explanations(results: StoredResults[]): string {
  const written = readHandWritten()
  const titles = new Set(missesOf(results).map((name) => titleOf(name, written)))
  const parts = [...titles].map((name) => `### ${name}\n\n${written.get(name) ?? 'Not explained yet.'}`)
  return parts.length > 0 ? parts.join('\n\n') : 'Nothing misses its goal.'
}

const growthTables = (rows: Growth[]) =>
  [...Map.groupBy(rows, ({ database }) => database)]
    .map(([database, ofDatabase]) => {
      const head = 'Call | What grows | 1×, ms | 10×, ms | 100×, ms | Steps | Goal'
      return `### ${database}\n\n${table(head, ofDatabase.map(growthLine))}`
    })
    .join('\n\n')

function datesOf(results: Map<string, StoredResults>): string {
  const byMachine = Map.groupBy(results, ([, { machine }]) => machine)
  return [...byMachine]
    .map(
      ([machine, ofMachine]) =>
        `${machine}: ${ofMachine.map(([name, { at }]) => `\`${name}\` ${at.replace('T', ' ')}`).join(', ')}`,
    )
    .join('\n\n')
}

/** `docs/performance.md`, from the stored results and the hand-written parts. */
export function performancePage(): string {
  const results = readAllResults()
  const resultsOf = (names: string[]) => names.flatMap((name) => results.get(name) ?? [])
  const figures = (names: string[]) =>
    table(
      'What | Found | At most | Goal',
      resultsOf(names)
        .flatMap((result) => result.figures ?? [])
        .map(figureLine),
    )
  return `# Performance

Written by \`npm run bench\` and \`npm run gen\` from \`bench/results\`; how it is measured: \`bench/README.md\`. Read the ratios: absolute
figures are of this machine on that day.

${datesOf(results)}

## Beside the limit

Each figure beside the least program that could do the job, in alternating rounds of the same run.

${table(
  'What | Ours | Limit | Unit | Ratio (rounds) | At least | Goal',
  resultsOf(programs.ratios)
    .flatMap((result) => result.measured ?? [])
    .map(ratioLine),
)}

## The way of a command

On one server, one command after the other; the median of 200 each.

${figures(programs.hops)}

## Growth

Processor time of one call, the server's and the database's together, on 1, 10 and 100 times the data. Once is 20
accounts, 100 agents with 200 samples, 200 minutes and 20 records each, 1,000 commands and 1,000 entries of the audit; a
hundred times is 2,000 accounts, 10,000 agents and 2 million samples. The goal: each
step of ten takes less than ×${LOG_LINEAR.toFixed(1)}, which n log n would.

${growthTables(resultsOf(programs.growth).flatMap((result) => result.growth ?? []))}

## Memory, and many agents

${figures(programs.server)}

## Pages

In Chromium, on a processor made four times slower where it says ÷ 4.

${figures(programs.browser)}

## What misses its goal, and why

${explanations([...results.values()])}

## ${MENDED}

${readHandWritten().get(MENDED) ?? ''}
`
}

/** Missed goals without a written reason. */
export const unexplained = (): string[] => {
  const written = readHandWritten()
  return missesOf([...readAllResults().values()]).filter((name) => !written.has(titleOf(name, written)))
}
