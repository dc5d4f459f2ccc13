// Runs before anything is installed: builtins only.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildChanged, isBuilt } from './build.ts'
import { install, isInstalled } from './install.ts'

const POLL_MS = 200

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Process that holds a lock; this one, which counts as alive, while the file is gone or not written yet. */
function ownerOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8')) || process.pid
  } catch {
    return process.pid
  }
}

function tryTake(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!isAlive(ownerOf(lock))) rmSync(lock, { force: true })
    return false
  }
}

/** Explains a failed write: a service often may not write to its own program, so another account has to prepare it. */
function explainReadOnly(base: string, error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error
  throw new Error(
    `${base} is not installed and built for its present sources and Node ${process.version}, and this account may not ` +
      'write there. Run `npm run build` there as the account that the folder belongs to, then start again.',
  )
}

/** Runs the work under a lock: two starts in one checkout must not install over each other. */
async function withLock(base: string, work: () => Promise<void>): Promise<void> {
  const lock = path.join(base, '.node/preparing')
  try {
    mkdirSync(path.dirname(lock), { recursive: true })
    while (!tryTake(lock)) await delay(POLL_MS)
  } catch (error) {
    explainReadOnly(base, error)
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

async function withProgress(task: string, work: () => Promise<void>): Promise<void> {
  console.log(`${task} …`)
  const started = performance.now()
  await work()
  console.log(`${task}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Installs the packages if they differ from the lock file. */
export async function ensureInstalled(base: string): Promise<void> {
  if (isInstalled(base)) return
  await withLock(base, async () => {
    if (!isInstalled(base)) await withProgress('Installing packages', () => install(base))
  })
}

/** Builds the client, the agent and the server if their sources have changed since the last build. */
export async function ensureBuilt(base: string): Promise<void> {
  if (isBuilt(base)) return
  await withLock(base, async () => {
    if (!isBuilt(base)) await withProgress('Building', () => buildChanged(base))
  })
}

/** Runs the body of a script; a failure is its message alone and exit code 1. */
export async function runOrExplain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
