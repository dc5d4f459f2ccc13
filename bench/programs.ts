import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A program under measurement, in a process of its own. */
export type Program = { url: string; pid: number; stop: () => Promise<void> }

const READY = /ready on (http:\/\/\S+)/

export const root = path.join(import.meta.dirname, '..')
/** Node's flags of `npm start`, so that memory and speed are measured as they are there. */
export const FLAGS = startFlags()

function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/**
 * Runs a file of this checkout that prints `ready on URL`, with a data folder of its own. `core` binds it to one core.
 */
export async function startProgram(
  file: string,
  env: Record<string, string> = {},
  core?: number,
  nodeFlags: string[] = [],
): Promise<Program> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-'))
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', NODE_ENV: 'production', ...env }
  const command = [process.execPath, ...nodeFlags, path.join(root, file)]
  const child = spawn('env', core === undefined ? command : ['taskset', '-c', String(core), ...command], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  // A bench that fails leaves nothing running.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const ready = READY.exec(output)?.[1]
      if (ready) resolve(ready)
    })
    exited.then(() => reject(new Error(`${file} ended.\n${output}`)), reject)
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, pid: child.pid ?? 0, stop }
}

/** The product as `npm start` runs it. */
export const startProduct = (env?: Record<string, string>, core?: number) =>
  startProgram('scripts/start.ts', env, core, [...FLAGS, path.join(root, 'scripts/node24.mjs')])
