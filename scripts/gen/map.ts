import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverGroups, webFolders } from '../check/order.ts'
import { root } from '../lib/workspaces.ts'
import type { Link, Step, Way } from '../map/way.ts'
import { ways } from '../map/ways.ts'
import { paintWays } from '../map/ways-screens.ts'
import { drawing } from './drawing.ts'

const code = (name: string) => `\`${name}\``

function listOf(folders: Record<string, string>): string {
  return Object.entries(folders)
    .map(([name, about]) => `${code(name)} ${about}`)
    .join(' · ')
}

const server = () =>
  serverGroups.map(({ name, about, folders }) => `- **${name}** (${about}): ${listOf(folders)}`).join('\n')

/** Words for a link, if a step is not reached by an import of its file. */
function remark(link: Link | undefined): string {
  if (!link) return ''
  if (link.kind === 'handed') return ` (handed by ${link.by.map(code).join(', ')})`
  if (link.kind === 'sent') return ` (network: ${code(link.as.replaceAll("'", ''))})`
  if (link.kind === 'called back') return ` (callback: ${code(link.to)})`
  if (link.kind === 'taken') return ` (imports ${code(link.what)})`
  if (link.kind === 'shape') return ` (type in ${code(link.in)})`
  return link.kind === 'file' ? ` (file: ${link.name})` : ` (table: ${code(link.name)})`
}

function linesOf(steps: Step[]): string[] {
  return steps.map(({ file, name, says, link, after }, index) => {
    const before = steps.slice(0, index).findLastIndex((step) => step.file === after)
    const branch = after ? `From ${before + 1}: ` : ''
    return `${index + 1}. ${branch}${code(file)} (${code(name)}) ${says}${remark(link)}`
  })
}

function textOf({ title, about, steps }: Way): string {
  return [`### ${title}`, ...(about ? [about] : []), linesOf(steps).join('\n')].join('\n\n')
}

const parts: Record<string, () => string> = {
  drawing: () => drawing([...ways, ...paintWays]),
  server,
  web: () => listOf(webFolders),
  ways: () => ways.map(textOf).join('\n\n'),
  paint: () => paintWays.map(textOf).join('\n\n'),
}

const PART = /(<!-- made by npm run gen: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g

/** A page of the map: what stands between two marks is made from `order.ts` and the ways. */
export function mapPage(name: string): string {
  const page = readFileSync(path.join(root, name), 'utf8')
  return page.replace(
    PART,
    (_all, begin: string, part: string, end: string) => `${begin}${parts[part]?.() ?? ''}\n${end}`,
  )
}
