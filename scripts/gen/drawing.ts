import { existsSync } from 'node:fs'
import path from 'node:path'
import { allowed, serverGroups, web } from '../check/order.ts'
import { root } from '../lib/workspaces.ts'
import { BASES, type Way } from '../map/way.ts'

/** Packages with the same imports, drawn as one. */
const MERGED = new Map([['packages/weather', 'packages/now-playing']])
/** Tools that only authors of modules run. */
const LEFT_OUT = new Set(['packages/module-cli', 'packages/create-atalaya-module'])
const INSIDE: Record<string, string> = { 'apps/server': 'server', 'apps/web': 'web' }

const idOf = (part: string) => INSIDE[part] ?? part.replace('packages/', '')
const LABELS: Record<string, string> = { 'packages/now-playing': 'now-playing, weather' }
const labelOf = (part: string) => LABELS[part] ?? part.replace('packages/', '')

/** True if one part may import another through a third. An arrow of its own would say nothing new. */
function isImplied(from: string, to: string): boolean {
  return (allowed[from] ?? []).some((part) => part !== to && reaches(part, to))
}

const reaches = (from: string, to: string): boolean =>
  (allowed[from] ?? []).some((part) => part === to || reaches(part, to))

/** The apps import the ways in of modules, too. */
const importsOf = (part: string) => [...(allowed[part] ?? []), ...(INSIDE[part] ? ['modules'] : [])]

function arrows(): string[] {
  const drawn = Object.keys(allowed).filter((part) => !LEFT_OUT.has(part) && !MERGED.has(part))
  return drawn.flatMap((part) =>
    importsOf(part)
      .filter((to) => !MERGED.has(to) && !isImplied(part, to) && !(INSIDE[part] && reaches('modules', to)))
      .map((to) => `  ${idOf(part)} --> ${idOf(to)}`),
  )
}

/** Rows of boxes, the upper importing the lower. */
function stack(id: string, title: string, boxes: [id: string, label: string][]): string[] {
  const rows = boxes.map(([box, label]) => `    ${box}["${label}"]`)
  return [
    `  subgraph ${id}["${title}"]`,
    '    direction TB',
    ...rows,
    `    ${boxes.map(([box]) => box).join(' --> ')}`,
    '  end',
  ]
}

function partOf(file: string): string {
  const folder = BASES.find((base) => existsSync(path.join(root, base, file))) ?? ''
  return path.posix.join(folder, file).split('/').slice(0, 2).join('/')
}

/** Parts that send each other something on a way. */
function dottedLines(ways: Way[]): string[] {
  const pairs = ways.flatMap(({ steps }) =>
    steps.flatMap(({ file, link, after }, index) => {
      const before = after ?? steps[index - 1]?.file
      if (link?.kind !== 'sent' || !before) return []
      return [[partOf(before), partOf(file)].map(idOf).sort().join(' <-.-> ')]
    }),
  )
  return [...new Set(pairs)].map((pair) => `  ${pair}`)
}

/** Draws the parts in Mermaid: an arrow is an import that the order allows, a dotted line a connection. */
export function drawing(ways: Way[]): string {
  const groups = serverGroups
    .toReversed()
    .map(({ name, folders }): [string, string] => [
      name.toLowerCase(),
      `<b>${name}</b><br>${Object.keys(folders).join(', ')}`,
    ])
  const client = web.filter((folder) => !['worker', 'main'].includes(folder)).toReversed()
  const parts = Object.keys(allowed).filter((part) => !INSIDE[part] && !LEFT_OUT.has(part) && !MERGED.has(part))
  return [
    '```mermaid',
    'flowchart TB',
    ...stack(
      'web',
      'apps/web/src',
      client.map((folder) => [folder, folder]),
    ),
    ...stack('server', 'apps/server/src', groups),
    ...parts.map((part) => `  ${idOf(part)}["${labelOf(part)}"]`),
    ...arrows(),
    ...dottedLines(ways),
    '```',
  ].join('\n')
}
