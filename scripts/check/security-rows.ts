import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sources } from '../lib/workspaces.ts'

/** Promises of second factor, providers and tokens, one row each. */
const LIST = 'docs/security-rows.md'
const TEST = /\.(?:test|spec)\.tsx?$/

const ROW = /^\| ([K-M]\d+) \|/gm
/** Ids at the beginning of a test's name, in quotes of any kind. Ids of other lists may stand among them. */
const NAME = /['"`]((?:[A-M]\d{1,2},? )+)(?=[a-z%])/g
const ID = /[K-M]\d+/g

/** Holds the rows and the tests together by their ids. Returns what is wrong in `base`, empty when nothing is. */
export function securityRows(base: string): string {
  const file = path.join(base, LIST)
  if (!existsSync(file)) return `${LIST} is missing`
  const listed = [...readFileSync(file, 'utf8').matchAll(ROW)].map(([, id = '']) => id)
  const shown = new Map<string, string>()
  for (const name of sources(base).filter((source) => TEST.test(source) && !source.startsWith('scripts/'))) {
    const names = readFileSync(path.join(base, name), 'utf8').matchAll(NAME)
    for (const [id] of [...names].flatMap(([, ids = '']) => [...ids.matchAll(ID)])) shown.set(id, name)
  }
  const rows = new Set(listed)
  return [
    ...listed.filter((id, at) => listed.indexOf(id) < at).map((id) => `${LIST}: two rows are ${id}`),
    ...[...rows].filter((id) => !shown.has(id)).map((id) => `${LIST}: no test's name begins with ${id}`),
    ...[...shown].filter(([id]) => !rows.has(id)).map(([id, name]) => `${name}: ${LIST} has no row ${id}`),
  ].join('\n')
}
