import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { build, isBuilt } from '../product/build.ts'

const KB = 1024
/** Scripts that a screen's page names: files, and KB as they are sent. */
type Budget = { files: number; kb: number }

/** By the page's name in `dist/pages`. The modules on a board come on top. */
const BUDGETS: Record<string, Budget> = {
  login: { files: 9, kb: 85 },
  home: { files: 17, kb: 146 },
  client: { files: 14, kb: 118 },
  display: { files: 13, kb: 112 },
  dashboard: { files: 18, kb: 165 },
  agents: { files: 22, kb: 182 },
  'agents-id': { files: 27, kb: 197 },
  alerts: { files: 18, kb: 178 },
  'alerts-id': { files: 18, kb: 178 },
  activity: { files: 16, kb: 176 },
  'activity-id': { files: 16, kb: 176 },
  displays: { files: 21, kb: 185 },
  'displays-id': { files: 21, kb: 185 },
  marketplace: { files: 20, kb: 202 },
  settings: { files: 15, kb: 171 },
  'settings-section': { files: 15, kb: 171 },
  'settings-tokens': { files: 17, kb: 178 },
  account: { files: 18, kb: 194 },
  register: { files: 12, kb: 150.5 },
  terms: { files: 9, kb: 127 },
  privacy: { files: 9, kb: 127 },
  'oidc-provider': { files: 19, kb: 156.5 },
  'qr-login': { files: 12, kb: 131 },
  'qr-login-code': { files: 12, kb: 131 },
  'admin-users': { files: 27, kb: 242.5 },
  'admin-agents': { files: 31, kb: 211.5 },
  'admin-audit': { files: 22, kb: 227.5 },
}

const SCRIPT = /(?:href|src)="\/(assets\/[^"]+\.js)"/g

/** Bytes that a browser downloads for a file of the built client: the compressed file if there is one. */
function sentBytes(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** Screens whose page names more scripts, or larger ones, than it may. Builds the client if it is not built. */
export async function budgets(base: string): Promise<string> {
  if (!isBuilt(base)) await build(base)
  const dist = path.join(base, 'apps/web/dist')
  const pages = readdirSync(path.join(dist, 'pages')).filter((name) => name.endsWith('.html'))
  return pages
    .flatMap((page) => {
      const name = path.basename(page, '.html')
      const budget = BUDGETS[name]
      if (!budget) return [`${name}: has no budget in scripts/check/budgets.ts`]
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
