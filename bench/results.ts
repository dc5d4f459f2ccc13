import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import path from 'node:path'
import { type Figure, type Growth, growthOf, isMissed, LOG_LINEAR, type Measured, ratioOf } from './measured.ts'

/** Results of a program of this folder. */
export type Results = { measured?: Measured[]; figures?: Figure[]; growth?: Growth[] }
/** Stored results, with their time and machine. */
export type StoredResults = Results & { at: string; machine: string }

/** A program that ran to its end, and missed a goal. */
export const MISSED = 2

const folder = path.join(import.meta.dirname, 'results')
const DIGITS = 5

/**
 * Stores the results of a program for `docs/performance.md`, prints them, and lets the program end with `MISSED` or 0.
 */
export function storeResults(name: string, results: Results): void {
  mkdirSync(folder, { recursive: true })
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}`
  const stored: StoredResults = { at: `${new Date().toISOString().slice(0, 16)}Z`, machine, ...results }
  const rounded = (_key: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(stored, rounded, 2)}\n`)
  const lines = linesOf(results)
  for (const { isGood, text } of lines) console.log(`${isGood ? 'ok    ' : 'MISSED'} ${text}`)
  process.exitCode = lines.every(({ isGood }) => isGood) ? 0 : MISSED
}

function linesOf({ measured = [], figures = [], growth = [] }: Results) {
  return [
    ...measured.map((row) => ({
      isGood: !isMissed.measured(row),
      text: `${row.what}, ${row.limit}, ${row.unit}: ${ratioOf(row).ratio.toFixed(2)} (at least ${row.goal ?? '–'})`,
    })),
    ...figures.map((figure) => ({
      isGood: !isMissed.figure(figure),
      text: `${figure.name}: ${Number(figure.value.toPrecision(3))} ${figure.unit} (at most ${figure.limit ?? '–'})`,
    })),
    ...growth.map((row) => ({
      isGood: !isMissed.growth(row),
      text: `${row.call}, ${row.database}: ${row.ms.map((ms) => ms.toFixed(2)).join(', ')} ms; ×${growthOf(row).toFixed(1)} (less than ${LOG_LINEAR.toFixed(1)})`,
    })),
  ]
}

/** Stored results of all programs, by their names. */
export function readAllResults(): Map<string, StoredResults> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return new Map(files.map((file) => [path.basename(file, '.json'), read(file)]))
}

const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as StoredResults
