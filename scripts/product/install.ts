// Runs before anything is installed: builtins only.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { capture } from '../lib/run.ts'

type Locked = {
  packages: Record<string, { version?: string; link?: boolean; optional?: boolean; devOptional?: boolean }>
}

function readLock(file: string): Locked | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Locked) : undefined
}

/** True if `node_modules` matches the lock file. npm writes its own record last, so a half install has none. */
export function isInstalled(base: string): boolean {
  const locked = readLock(path.join(base, 'package-lock.json'))
  const installed = readLock(path.join(base, 'node_modules/.package-lock.json'))
  if (!locked || !installed) return false
  return Object.entries(locked.packages).every(([name, { version, link, optional }]) => {
    const installedPackage = installed.packages[name]
    if (name === '' || (!installedPackage && optional)) return true
    return installedPackage !== undefined && installedPackage.version === version && installedPackage.link === link
  })
}

/** Runs `npm ci`; prints the output of npm only after a failure. */
export async function install(base: string): Promise<void> {
  const npm = process.env.npm_execpath ?? ''
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const [command, all] = path.basename(npm) === 'npm-cli.js' ? [process.execPath, [npm, ...args]] : ['npm', args]
  const { code, output } = await capture(command, all, { cwd: base })
  if (code !== 0) throw new Error(`Installing the packages failed.\n${output.trim()}`)
}
