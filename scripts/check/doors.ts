import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sources } from '../lib/workspaces.ts'
import { fuzzersIn, type Parsing, parsingIn } from './parsing.ts'

/** The list of doors for foreign bytes, and of code that only looks as if it read some. */
const LIST = 'docs/decisions/010-doors-for-foreign-bytes.md'

const PRODUCT = /^(?:apps|packages|modules)\//
const TEST = /\.test\.tsx?$|\/(?:testing|real)\/|^apps\/server\/test\/|^packages\/testbed\//
const TOOL = /\.(?:config|plugin|d)\.ts$/
const REPO = /\.repo\.ts$/

type Door = { name: string; files: string[]; bounds: string[]; fuzzer: string }
/** File that only looks as if it read foreign bytes, and the reason. */
type NoDoor = { file: string; reason: string }

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The rows of the table under a heading. */
function rowsUnder(heading: string, page: string): string[][] {
  const [, part = ''] = page.split(`\n## ${heading}\n`)
  const [section = ''] = part.split('\n## ')
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cellsOf)
}

function readList(page: string): { doors: Door[]; noDoors: NoDoor[] } {
  const doors = rowsUnder('Doors', page).map(([name = '', files, bytes = '', depth = '', values = '', fuzzer]) => ({
    name,
    files: codesIn(files),
    bounds: [bytes, depth, values],
    fuzzer: codesIn(fuzzer)[0] ?? '',
  }))
  const noDoors = rowsUnder('No doors', page).flatMap(([files, reason = '']) =>
    codesIn(files).map((file) => ({ file, reason })),
  )
  return { doors, noDoors }
}

/** Faults of the rows themselves. */
function faultsOfRows(base: string, { doors, noDoors }: ReturnType<typeof readList>, fuzzers: Set<string>): string[] {
  const files = [...doors.flatMap(({ files: all }) => all), ...noDoors.map(({ file }) => file)]
  const gone = files.filter((file) => !existsSync(path.join(base, file)))
  const perDoor = doors.flatMap(({ name, files: all, bounds, fuzzer }) => [
    ...(all.length > 0 ? [] : [`the door "${name}" names no file`]),
    ...(bounds.every((bound) => bound !== '')
      ? []
      : [`the door "${name}" lacks a bound; where there is none to have, say –`]),
    ...(fuzzers.has(fuzzer) ? [] : [`the door "${name}" has no fuzzer: no test calls fuzzDoor('${fuzzer}', …)`]),
  ])
  const named = new Set(doors.map(({ fuzzer }) => fuzzer))
  return [
    ...perDoor,
    ...gone.map((file) => `${file} is listed and does not exist`),
    ...noDoors.filter(({ reason }) => reason === '').map(({ file }) => `${file} is listed as no door without a reason`),
    ...[...fuzzers].filter((fuzzer) => !named.has(fuzzer)).map((fuzzer) => `no door names the fuzzer "${fuzzer}"`),
  ].map((fault) => `${LIST}: ${fault}`)
}

/** Readers of foreign bytes that the list does not name. Repos may parse rows of our own database. */
function faultsOfFile(name: string, parsing: Parsing[], isDoor: boolean, isNoDoor: boolean): string[] {
  if (isNoDoor) return parsing.length > 0 ? [] : [`${LIST}: ${name} is listed as no door and reads nothing`]
  return parsing.flatMap(({ line, reader }) => {
    if (reader === 'JSON.parse' && REPO.test(name)) return []
    const place = `${name}:${line}: ${reader}`
    if (reader === 'JSON.parse') {
      return [`${place}; read foreign text with parseJson, or say in ${LIST} under "No doors" whose it is`]
    }
    return isDoor ? [] : [`${place} in a file that ${LIST} does not name: a door has bounds and a fuzzer there`]
  })
}

/** Checks that the list of doors is complete. Returns what is wrong in `base`, empty when nothing is. */
export function doors(base: string): string {
  const file = path.join(base, LIST)
  if (!existsSync(file)) return `${LIST} is missing`
  const list = readList(readFileSync(file, 'utf8'))
  const doorFiles = new Set(list.doors.flatMap(({ files }) => files))
  const noDoorFiles = new Set(list.noDoors.map((entry) => entry.file))
  const product = sources(base).filter((name) => PRODUCT.test(name) && !TOOL.test(name))
  const textOf = (name: string) => readFileSync(path.join(base, name), 'utf8')
  const fuzzers = new Set(product.filter((name) => TEST.test(name)).flatMap((name) => fuzzersIn(name, textOf(name))))
  const perFile = product
    .filter((name) => !TEST.test(name))
    .flatMap((name) => faultsOfFile(name, parsingIn(name, textOf(name)), doorFiles.has(name), noDoorFiles.has(name)))
  return [...faultsOfRows(base, list, fuzzers), ...perFile].join('\n')
}
