// `npm run test:clock`: unit and API tests at moments when clocks do something odd, in four zones. Names of projects
// and of files after it run some: `npm run test:clock -- unit web`. Browser tests set their own clock.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'

const PROJECTS = new Set(['unit', 'modules', 'web', 'server-sqlite', 'server-postgres'])
/** Moments and zones; each zone has another date than UTC for a part of the day. */
const MOMENTS = [
  { name: 'the last minutes of a year', zone: 'Pacific/Auckland', at: '2027-12-31T10:58:00Z' },
  { name: '29 February, late', zone: 'America/St_Johns', at: '2028-03-01T03:28:00Z' },
  { name: 'two minutes before summer time', zone: 'Europe/Madrid', at: '2027-03-28T00:58:00Z' },
  { name: 'two minutes before winter time', zone: 'Europe/Madrid', at: '2027-10-31T00:58:00Z' },
  { name: 'half past midnight on the last day of a month', zone: 'America/St_Johns', at: '2027-04-30T03:00:00Z' },
  { name: 'a Sunday night', zone: 'UTC', at: '2027-05-16T23:58:00Z' },
]

await runOrExplain(async () => {
  await ensureInstalled(root)
  // This needs installed packages.
  const { clockPrograms, ensurePrograms } = await import('./tests/programs.ts')
  await ensurePrograms(clockPrograms)
})
const { requireProgram } = await import('@atalaya/testbed/programs')
const args = process.argv.slice(2).flatMap((name) => (PROJECTS.has(name) ? ['--project', name] : [name]))
const vitest = [process.execPath, path.join(root, 'node_modules/.bin/vitest'), 'run', '--silent=passed-only']

/** Runs the tests with the clock moved alike for every process, so that those started later agree with the first. */
function runAt(at: string, zone: string): Promise<number> {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000)
  // `-m` is for programs with threads. The monotonic clock moves, too; otherwise Python's sleep fails.
  const clockArguments = ['-m', '-f', `${seconds < 0 ? '' : '+'}${seconds}s`]
  const env = { ...process.env, TZ: zone }
  const child = spawn(requireProgram('faketime'), [...clockArguments, ...vitest, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

const failed: string[] = []
for (const { name, zone, at } of MOMENTS) {
  console.log(`\n=== ${name} (${zone})`)
  if ((await runAt(at, zone)) !== 0) failed.push(`${name} (${zone})`)
}
console.log(failed.length > 0 ? `\nRed at ${failed.join('; ')}` : '\nGreen at every moment')
process.exitCode = failed.length > 0 ? 1 : 0
