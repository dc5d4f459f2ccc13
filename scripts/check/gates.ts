import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, sources, workspaces } from '../lib/workspaces.ts'
import { BASES } from '../map/way.ts'

const MAX_LINES = 250
const VENDORED = /^apps\/web\/src\/components\/ui\//
const CONTRACT = /^packages\/contract\/src\/(?!route\.ts$)/
const MOUNT = 'apps/server/src/http/mount.ts'
const TEST = /\.(test|spec)\.tsx?$/

const VAGUE_NAME = /(^|\/)(utils?|helpers?|common|misc)(\.|\/|$)/
const MOCK_OF_OURS = /\bvi\.(?:do)?mock\(\s*(?:import\(\s*)?['"`](?:#|\.|@atalaya\/)/g
const IGNORE_WITHOUT_REASON =
  /(?:\/\/|\/\*)\s*(?:@ts-(?:ignore|nocheck)\b|@ts-expect-error(?!: \S)|biome-ignore[^\n:]*(?::\s*)?(?:\*\/\}?)?$)/gm
const ROUTE_CALL =
  /\b(?:app|fastify|instance|scope|server)\s*\.(?:get|post|put|patch|delete|head|options|all|route)\(\s*(?:(['"`])([^'"`]*)\1)?|\.(?:get|post|put|patch|delete|head|options|all)\(\s*(['"`])(\/[^'"`]*)\3/g
/** Routes that are not calls of the contract: streams, files and pages for operators. */
const NOT_CALLS = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/v1/agents.csv',
  '/api/v1/audit.csv',
  '/api/v1/events',
  '/api/agent/v1/ws',
  '/agent.mjs',
  '/modules/:id/:version/*',
])
const EXPORTED_TYPE = /^export (?:type|interface) (\w+)/gm

/** Transforms a text before its length is checked; `boundedText` checks the length first. */
const UNBOUNDED_TEXT = /\bz\s*\.string\([^)]*\)\s*\.(?:trim|normalize|toLowerCase|toUpperCase)\(/g
/** `vi.waitFor` gives up after a second by default: too soon on a busy machine. */
const HASTY_WAIT = /\bvi\.waitFor\((?![\s\S]{0,200}?timeout)/gi
/** An expectation that waits less than five seconds. */
const HASTY_EXPECTATION = /\bexpect\b.*\btimeout: (?:\d{1,3}|[1-4]_?\d{3})\b/g
/**
 * Code that writes for people: they choose their formats, and `packages/format` knows them. The contract writes for
 * programs.
 */
const READ_BY_PEOPLE = /^(?:apps\/[^/]+\/src|modules|packages\/(?!contract|format|testbed))/
const INLINE_FORMAT = /\.toLocale(?:Date|Time)?String\(|\bnew Intl\./g

/** Wall-clock time in a test. Other tests stop the clock; measurements belong in `.long.` tests. */
const ELAPSED =
  /\bperformance\.now\(\)\s*-|=\s*performance\.now\(\)|\bprocess\.hrtime\b|\bmonitorEventLoopDelay\b|\bexpect\([^;\n]*\bDate\.now\(\)\s*-[^;\n]*\.toBeLess/g
const MEASURING = /\.long\.test\.ts$|\/real\/|^e2e\//
const UNCOLLECTED = /\bprocess\.memoryUsage\(/g

/** An object in an object, spread only to keep properties in one row. */
const SPREAD_LITERAL = /^\s*\.\.\.\{ /gm

type File = { name: string; text: string }

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function matches(file: File, pattern: RegExp, complaint: string): string[] {
  return [...file.text.matchAll(pattern)].map((match) => `${file.name}:${lineOf(file.text, match.index)}: ${complaint}`)
}

function tooManyLines(file: File): string[] {
  const lines = file.text.split('\n').length - 1
  if (lines <= MAX_LINES || VENDORED.test(file.name)) return []
  return [`${file.name}: ${lines} lines, at most ${MAX_LINES}`]
}

/** Foreign texts without a bound. The client's forms are left out, as the contract checks their values again. */
function unboundedTexts(file: File): string[] {
  if (file.name.startsWith('apps/web/') || TEST.test(file.name)) return []
  return matches(file, UNBOUNDED_TEXT, 'a text without a bound; begin it with boundedText')
}

/** Tests whose result depends on the machine: fast or slow, idle or busy. */
function machineDependentTests(file: File): string[] {
  if (!TEST.test(file.name) || MEASURING.test(file.name)) return []
  return [
    ...matches(file, ELAPSED, 'a bound of time that passes; stop the clock, or measure in a .long. test'),
    ...matches(file, UNCOLLECTED, 'memory with its garbage; use heldMb'),
  ]
}

function inlineFormats(file: File): string[] {
  if (!READ_BY_PEOPLE.test(file.name) || TEST.test(file.name)) return []
  return matches(file, INLINE_FORMAT, 'a format of its own; packages/format has one for it')
}

/**
 * A call outside the contract has no schema that checks its input: only `http/mount.ts` gives calls to Fastify.
 */
function callsWithoutSchema(file: File): string[] {
  if (!file.name.startsWith('apps/server/src/') || file.name === MOUNT || TEST.test(file.name)) return []
  return [...file.text.matchAll(ROUTE_CALL)]
    .filter((match) => !NOT_CALLS.has(match[2] ?? match[4] ?? ''))
    .map(
      (match) =>
        `${file.name}:${lineOf(file.text, match.index)}: a route without a schema; mount a call of the contract`,
    )
}

function copiedTypes(file: File, contractTypes: Set<string>): string[] {
  if (file.name.startsWith('packages/contract/')) return []
  return [...file.text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)]
    .filter((match) => contractTypes.has(match[1] ?? ''))
    .map((match) => `${file.name}:${lineOf(file.text, match.index)}: ${match[1]} is a type of the contract; import it`)
}

/** `npm ci` needs an entry for each platform's package. npm leaves out those that it could not look up. */
function incompleteLock(base: string): string[] {
  type Locked = { optionalDependencies?: Record<string, string> }
  const file = path.join(base, 'package-lock.json')
  if (!existsSync(file)) return []
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(packages).flatMap(([home, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`node_modules/${name}` in packages) && !(`${home}/node_modules/${name}` in packages))
      .map((name) => `package-lock.json: no entry for ${name} (optional, of ${home}); npm ci will refuse`),
  )
}

/** Documents that comments name and that are neither at a path from the root nor in `docs`. */
function missingDocuments({ name, text }: File, base: string): string[] {
  const isThere = (document: string) => ['', 'docs'].some((folder) => existsSync(path.join(base, folder, document)))
  return text.split('\n').flatMap((line, index) => {
    const start = line.trimStart().startsWith('*') ? 0 : line.search(/\/\/ |\/\*/)
    const comment = start < 0 ? '' : line.slice(start)
    const documents = comment.split(/[\s()`,:;]/).filter((word) => word.endsWith('.md') && !isThere(word))
    return documents.map((document) => `${name}:${index + 1}: there is no ${document}; say what it says`)
  })
}

function decisionsWithHoles(base: string): string[] {
  const folder = 'docs/decisions'
  if (!existsSync(path.join(base, folder))) return []
  return readdirSync(path.join(base, folder))
    .sort()
    .filter((name, index) => Number.parseInt(name, 10) !== index + 1)
    .slice(0, 1)
    .map((name) => `${folder}/${name}: decisions are numbered from 001 without holes`)
}

const MAPS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'apps/web/README.md', 'docs/first-paint.md']
const CODE = /```[^`]*```|`[^`\n]+`/g
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/
const FILE = /\.(?:tsx?|mjs|json|md|txt)$/
/** A file, followed by names of its definitions in brackets. */
const PLACE = /`([^`\s]+)`\s+\(((?:`\w+`(?:,\s+|\s+and\s+)?)+)\)/g

/**
 * Checks that a map names only existing places. They are paths in code marks, and definitions in brackets behind a
 * file.
 */
function lostPlaces(base: string, map: string): string[] {
  if (!existsSync(path.join(base, map))) return []
  const text = readFileSync(path.join(base, map), 'utf8')
  const find = (name: string) => BASES.map((folder) => path.join(base, folder, name)).find((place) => existsSync(place))
  const names = [...text.matchAll(CODE)].flatMap(({ 0: code, index }) =>
    [...code.matchAll(/[^\s`,;:()]+/g)]
      .filter(([word]) => PATH.test(word) && (word.includes('/') || FILE.test(word)))
      .map((word) => ({ name: word[0], line: lineOf(text, index + word.index) })),
  )
  const lost = names
    .filter(({ name }) => !find(name))
    .map(({ name, line }) => `${map}:${line}: there is no ${name}; name what is there`)
  const unnamed = [...text.matchAll(PLACE)].flatMap(({ 1: name = '', 2: definitions = '', index }) => {
    const place = find(name)
    if (!place || !FILE.test(place)) return []
    const words = new Set(readFileSync(place, 'utf8').match(/\w+/g))
    return (definitions.match(/\w+/g) ?? [])
      .filter((word) => word !== 'and' && !words.has(word))
      .map((word) => `${map}:${lineOf(text, index)}: ${name} has no ${word}`)
  })
  return [...lost, ...unnamed]
}

/** Rules that no other tool knows. Returns what is wrong in `base`, empty when nothing is. */
export function gates(base: string): string {
  const files = sources(base).map((name) => ({ name, text: readFileSync(path.join(base, name), 'utf8') }))
  const contract = files.filter((file) => CONTRACT.test(file.name) && !TEST.test(file.name))
  const contractTypes = new Set(
    contract.flatMap((file) => [...file.text.matchAll(EXPORTED_TYPE)].map((match) => match[1] ?? '')),
  )
  const vague = workspaces(base)
    .flatMap((folder) => filesIn(base, folder))
    .filter((name) => VAGUE_NAME.test(name))
    .map((name) => `${name}: say what it is for; not utils, helpers, common or misc`)
  const perFile = files.flatMap((file) => [
    ...tooManyLines(file),
    ...callsWithoutSchema(file),
    ...copiedTypes(file, contractTypes),
    ...missingDocuments(file, base),
    ...unboundedTexts(file),
    ...machineDependentTests(file),
    ...inlineFormats(file),
    ...matches(file, HASTY_WAIT, 'a wait of a second; use expect.poll, or say a timeout'),
    ...matches(file, HASTY_EXPECTATION, 'a short wait; leave out the timeout'),
    ...matches(file, MOCK_OF_OURS, 'a mock of our own code; use the real part'),
    ...matches(file, IGNORE_WITHOUT_REASON, 'a suppression needs a reason after a colon'),
    ...matches(file, SPREAD_LITERAL, 'properties in an object of their own; a row for each is plain'),
  ])
  const maps = MAPS.flatMap((map) => lostPlaces(base, map))
  return [...vague, ...perFile, ...maps, ...decisionsWithHoles(base), ...incompleteLock(base)].join('\n')
}
