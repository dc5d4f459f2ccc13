// Runs before anything is installed: builtins only.
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Settings of the C library, read when a program starts. By default it keeps a memory pool for each thread, and the
 * free end of each pool: 4 MB that nobody uses.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: String(128 * 1024) }

const LAUNCHER = path.resolve(import.meta.dirname, '../node24.mjs')

/**
 * Runs a built program in place of this one, with the same id, arguments and signals. The launcher's memory is
 * then free. If the system can't do that, it runs in this process.
 */
export async function become(program: string): Promise<void> {
  if (process.platform === 'win32' || !process.execve) {
    await import(pathToFileURL(program).href)
    return
  }
  flushCompileCache()
  const [node] = process.argv as [string, ...string[]]
  process.execve(node, [node, ...process.execArgv, LAUNCHER, program, ...process.argv.slice(2)], {
    ...MEMORY,
    ...process.env,
  })
}
