import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { build, isBuilt } from '../product/build.ts'

const KB = 1024
/** Limits for the scripts that a screen's page loads: their number, and their KB as sent. */
type Budget = { files: number; kb: number }

/** By the page's name in `dist/pages`, with a tenth to spare. The modules on a board come on top. */
const BUDGETS: Record<string, Budget> = {
  login: { files: 5, kb: 77 },
  home: { files: 19, kb: 161 },
  client: { files: 13, kb: 128 },
  display: { files: 13, kb: 121 },
  dashboard: { files: 17, kb: 181 },
}
/** Any other page: what the list of all agents needs, with a tenth to spare. */
const OTHERS: Budget = { files: 36, kb: 270 }

const SCRIPT = /(?:href|src)="\/(assets\/[^"]+\.js)"/g

/** Bytes that a browser downloads for a file of the built client: the compressed file if there is one. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/**
 * Screens whose page names more scripts, or larger ones, than it may. Builds the client if it is not built. Returns the
 * faults in `base`, one a line; empty if there are none.
 */
export async function budgets(base: string): Promise<string> {
  if (!isBuilt(base)) await build(base)
  const dist = path.join(base, 'apps/web/dist')
  const pages = readdirSync(path.join(dist, 'pages')).filter((name) => name.endsWith('.html'))
  return pages
    .flatMap((page) => {
      const name = path.basename(page, '.html')
      const budget = BUDGETS[name] ?? OTHERS
      const html = readFileSync(path.join(dist, 'pages', page), 'utf8')
      const files = new Set([...html.matchAll(SCRIPT)].map(([, file = '']) => file))
      const kb = [...files].reduce((sum, file) => sum + sentBytes(path.join(dist, file)), 0) / KB
      return [
        ...(files.size > budget.files ? [`${name}: ${files.size} scripts, at most ${budget.files}`] : []),
        ...(kb > budget.kb ? [`${name}: ${kb.toFixed(1)} KB of scripts, at most ${budget.kb}`] : []),
      ]
    })
    .join('\n')
}
