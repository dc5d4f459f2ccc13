import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sources } from '../lib/workspaces.ts'

/** Promises about security, one row each. */
const LIST = 'docs/security-rows.md'
const TEST = /\.(?:test|spec)\.tsx?$/

/** Tests of the checks themselves: their samples carry invented ids. */
const SAMPLES = 'scripts/check/'

const ROW = /^\| ([A-M]\d+) \|/gm
/**
 * Ids at the beginning of a test's name, in quotes of any kind. A word, a placeholder or a counted noun follows; the
 * path of a picture, such as `M12 3h1`, has none.
 */
const NAME = /['"`]((?:[A-M][1-9]\d?,? )+)(?=[a-zA-Z_%$]|\d[\d,]* [a-z]{2})/g
const ID = /[A-M]\d+/g

/**
 * Checks that each row has a test, and each id of a test a row. Returns what is wrong in `base`, empty when nothing is.
 */
export function securityRows(base: string): string {
  const file = path.join(base, LIST)
  if (!existsSync(file)) return `${LIST} is missing`
  const listed = [...readFileSync(file, 'utf8').matchAll(ROW)].map(([, id = '']) => id)
  const fileOfId = new Map<string, string>()
  for (const name of sources(base).filter((source) => TEST.test(source) && !source.startsWith(SAMPLES))) {
    const names = readFileSync(path.join(base, name), 'utf8').matchAll(NAME)
    for (const [id] of [...names].flatMap(([, ids = '']) => [...ids.matchAll(ID)])) fileOfId.set(id, name)
  }
  const rows = new Set(listed)
  return [
    ...listed.filter((id, index) => listed.indexOf(id) < index).map((id) => `${LIST}: two rows are ${id}`),
    ...[...rows].filter((id) => !fileOfId.has(id)).map((id) => `${LIST}: no test's name begins with ${id}`),
    ...[...fileOfId].filter(([id]) => !rows.has(id)).map(([id, name]) => `${name}: ${LIST} has no row ${id}`),
  ].join('\n')
}
