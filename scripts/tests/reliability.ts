import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/workspaces.ts'

/** Measurement of a run (`apps/server/test/support/fault-report.ts`). */
export type Row = { section: string; fault: string; expected: string; measured: string; database: string }

const FILE = path.join(root, 'docs/reliability.md')
const DATABASES = ['SQLite', 'PostgreSQL']
const INTRO = `# Reliability

What was done to the product, what must hold then, and what was seen. Written by \`npm run test:faults\`,
\`npm run test:fuzz\`, \`npm run test:full-house\` and \`npm run test:mutants\`: each run replaces what it measured, and says when. Every \`npm test\`
runs a short form of most rows.
`

type Line = { fault: string; expected: string; cells: Record<string, string> }

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The lines of each section's table, as an earlier run has written them. */
function read(page: string): Map<string, Line[]> {
  const sections = new Map<string, Line[]>()
  for (const part of page.split(/^## /m).slice(1)) {
    const [name = '', ...rest] = part.split('\n')
    const rows = rest.filter((line) => line.startsWith('| ')).slice(1)
    const lines = rows.map((row): Line => {
      const [fault = '', expected = '', ...cells] = cellsOf(row)
      return { fault, expected, cells: Object.fromEntries(DATABASES.map((name, n) => [name, cells[n] ?? '–'])) }
    })
    sections.set(name, lines)
  }
  return sections
}

/** The page with these rows in place of earlier measurements of the same. */
export function withRows(page: string, rows: Row[], day: string): string {
  const sections = read(page)
  for (const { section, fault, expected, measured, database } of rows) {
    const lines = sections.get(section) ?? []
    sections.set(section, lines)
    const existing = lines.find((line) => line.fault === escapeCell(fault))
    const line = existing ?? { fault: escapeCell(fault), expected: '', cells: {} }
    if (!existing) lines.push(line)
    line.expected = escapeCell(expected)
    line.cells[database] = `${escapeCell(measured)} (${day})`
  }
  const tables = [...sections].map(([name, lines]) => {
    const head = `| What | Must hold | ${DATABASES.join(' | ')} |\n|---|---|---|---|`
    const body = lines.map(
      ({ fault, expected, cells }) =>
        `| ${[fault, expected, ...DATABASES.map((database) => cells[database] ?? '–')].join(' | ')} |`,
    )
    return `## ${name}\n\n${head}\n${body.join('\n')}\n`
  })
  return [INTRO, ...tables].join('\n')
}

type Report = { testResults: { assertionResults: { meta?: { faults?: Row[] } }[] }[] }

/** Writes docs/reliability.md from the JSON report of a run of the tests. */
export function writeReliability(reportFile: string): void {
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  writeRows(testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.faults ?? [])))
}

/** Puts rows into docs/reliability.md, in place of earlier measurements of the same. */
export function writeRows(rows: Row[]): void {
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  writeFileSync(FILE, withRows(page, rows, new Date().toISOString().slice(0, 10)))
}
