import { existsSync } from 'node:fs'
import path from 'node:path'
import { BASES, type Link, type Step, type Way } from '../map/way.ts'
import { ways as ownWays } from '../map/ways.ts'
import { paintWays } from '../map/ways-screens.ts'
import { readSources, type Source } from './ways-source.ts'

type Read = (name: string) => Source
type Arrow = { from: string; to: string; name: string; read: Read; resolve: (name: string) => string }

/** Path from the root of a file that the map names. */
function pathOf(base: string, name: string): string {
  const folder = BASES.find((parent) => existsSync(path.join(base, parent, name)))
  return path.posix.join(folder ?? '', name)
}

/** An import alone proves little: the importing file also names the function, unless it gets a part ready-made. */
function isImported({ from, to, name, read }: Arrow): boolean {
  const isNamed = read(from).names.has(name) || name.startsWith('create') || read(from).loads.has(to)
  return isNamed && read(from).imports.has(to)
}

/** One file imports the other, in either direction. */
const areTied = (read: Read, one: string, other: string) => read(one).imports.has(other) || read(other).imports.has(one)

/** A file gives a part of `to` to a function of `from`; through several files, each imports a neighbour. */
function isHanded({ from, to, name, read, resolve }: Arrow, by: string[]): boolean {
  const files = by.map(resolve)
  const [only] = files
  const isNamed = [from, ...files].some((file) => read(file).names.has(name))
  // A slice gets its repositories by a type of the file that has them all.
  const isByType = only && read(only).imports.has(to) && read(from).imports.has(only)
  if (files.length === 1 && only) return isNamed && (isByType || read(only).hands(to, from))
  const chain = [to, ...files, from]
  return isNamed && chain.slice(1).every((file, index) => areTied(read, file, chain[index] ?? ''))
}

const CONTRACT = /^packages\/contract\/src\//

/** Both import a file of the contract that has the word: `users.list`, a type, or a literal such as `'data'`. */
function isSent({ from, to, read }: Arrow, as: string): boolean {
  const [root = ''] = as.replaceAll("'", '').split('.')
  const word = as.startsWith("'") ? as.replaceAll("'", '') : root
  const common = [...read(from).imports].filter((file) => CONTRACT.test(file) && read(to).imports.has(file))
  return [from, to].every((file) => read(file).says(as)) && common.some((file) => read(file).text.includes(word))
}

function isProven(arrow: Arrow, link: Link | undefined): boolean {
  const { from, to, name, read, resolve } = arrow
  if (!link) return from === to ? read(from).names.has(name) : isImported(arrow)
  if (link.kind === 'handed') return isHanded(arrow, link.by)
  if (link.kind === 'sent') return isSent(arrow, link.as)
  if (link.kind === 'table') return [from, to].every((file) => read(file).says(`'${link.name}'`))
  if (link.kind === 'file')
    return read(from).says(`'${link.name}'`) && (to.endsWith(link.name) || read(to).says(`'${link.name}'`))
  if (link.kind === 'called back') {
    return read(from).defines(link.to) && read(to).imports.has(from) && read(to).passes(name, link.to)
  }
  if (link.kind === 'taken') return read(to).takes(link.what, from)
  const common = resolve(link.in)
  const areBound = [from, to].every((file) => read(file).imports.has(common))
  return areBound && [from, common].every((file) => read(file).names.has(name))
}

const words: Record<Link['kind'], (link: never) => string> = {
  handed: ({ by }: Extract<Link, { kind: 'handed' }>) => `is not handed it by ${by.join(', ')}`,
  sent: ({ as }: Extract<Link, { kind: 'sent' }>) => `does not send it ${as} of the contract`,
  'called back': ({ to }: Extract<Link, { kind: 'called back' }>) => `is not given it by ${to}`,
  file: ({ name }: Extract<Link, { kind: 'file' }>) => `does not share the file ${name} with it`,
  taken: ({ what }: Extract<Link, { kind: 'taken' }>) => `has no ${what} that it takes`,
  shape: ({ in: file }: Extract<Link, { kind: 'shape' }>) => `does not know it by a type of ${file}`,
  table: ({ name }: Extract<Link, { kind: 'table' }>) => `does not share the table ${name} with it`,
}
const fault = (link: Link | undefined) => (link ? words[link.kind](link as never) : 'does not import and name it')

function faultsOf(base: string, read: Read, way: Way): string[] {
  const resolve = (name: string) => pathOf(base, name)
  return way.steps.flatMap((step: Step, index) => {
    const place = `${way.title}: ${step.file}`
    const to = resolve(step.file)
    if (!existsSync(path.join(base, to))) return [`${place} is not there`]
    if (!read(to).defines(step.name)) return [`${place} has no ${step.name}`]
    const before = step.after ?? way.steps[index - 1]?.file
    if (before === undefined) return []
    const isKnown = way.steps.slice(0, index).some(({ file }) => file === before)
    if (!isKnown) return [`${place}: ${before} is no step before it`]
    const arrow = { from: resolve(before), to, name: step.name, read, resolve }
    return isProven(arrow, step.link) ? [] : [`${place} (${step.name}): ${before} ${fault(step.link)}`]
  })
}

/** Ways of the map that the code does not take, one a line: a file or function that is missing, an arrow unproven. */
export function ways(base: string, all: Way[] = [...ownWays, ...paintWays]): string {
  const read = readSources(base)
  return all.flatMap((way) => faultsOf(base, read, way)).join('\n')
}
