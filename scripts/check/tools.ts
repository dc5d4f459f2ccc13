import { existsSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'
import { root, sources, workspaces } from '../lib/workspaces.ts'

const bin = (name: string) => path.join(root, 'node_modules/.bin', name)

/** Formatting and lint rules. Returns the faults in `base`, empty if there are none. */
export async function lint(base: string): Promise<string> {
  const { code, output } = await capture(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=50', '.'], {
    cwd: base,
  })
  return code === 0 ? '' : output
}

type Cruise = {
  modules: { source: string }[]
  summary: {
    violations: { from: string; to: string; rule: { name: string; severity: string }; cycle?: { name: string }[] }[]
  }
}

/**
 * Checks import directions, and that dependency-cruiser read every source file: else its verdict is incomplete. Returns
 * the faults in `base`, empty if there are none.
 */
export async function directions(base: string): Promise<string> {
  const folders = workspaces(base)
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders]
  const { output } = await capture(bin('depcruise'), args, { cwd: base })
  const start = output.indexOf('{')
  if (start < 0) return output || 'dependency-cruiser printed nothing'
  const cruise = JSON.parse(output.slice(start)) as Cruise
  const seen = new Set(cruise.modules.map((module) => module.source))
  const unseen = sources(base).filter((file) => !seen.has(file))
  const missed = unseen.map((file) => `${file}: not seen by dependency-cruiser`)
  const broken = cruise.summary.violations.map(({ rule, from, to, cycle }) => {
    const imported = cycle ? cycle.map((step) => step.name).join(' -> ') : to
    return `${rule.name}: ${from} -> ${imported}`
  })
  return [...missed, ...broken].join('\n')
}

/**
 * Unused files, exports and dependencies, and unused exceptions from this rule. Returns the faults in `base`, empty if
 * there are none.
 */
export async function deadCode(base: string): Promise<string> {
  const { code, output } = await capture(bin('knip'), ['--no-progress', '--treat-config-hints-as-errors'], {
    cwd: base,
  })
  return code === 0 ? '' : output
}

/** Regular expressions that can take too long on a long text. Returns the faults in `base`, empty if there are none. */
export async function slowExpressions(base: string): Promise<string> {
  const program = path.join(import.meta.dirname, 'slow-expressions.ts')
  // The backend in JavaScript; recheck's faster ones are not installed.
  const env = { ...process.env, RECHECK_BACKEND: 'pure' }
  return (await capture(process.execPath, [program, base], { cwd: root, env })).output
}

/**
 * Generated files that differ from what the sources generate now. Returns the faults in `base`, empty if there are
 * none.
 */
export async function generated(base: string): Promise<string> {
  if (!existsSync(path.join(base, 'scripts/gen.ts'))) return 'scripts/gen.ts is missing'
  const { code, output } = await capture(process.execPath, ['scripts/gen.ts', '--check'], { cwd: base })
  return code === 0 ? '' : output
}
