import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnv } from './child-env.ts'

/**
 * The built program starts in two thirds of the time, and `npm test` has just built it. Other runs start the sources.
 */
const MAIN = process.env.TEST_BUILT === '1' ? 'dist/main.js' : 'src/main.ts'
const main = fileURLToPath(new URL(`../../../apps/server/${MAIN}`, import.meta.url))

/** The server as a process of its own, as people start it. */
export type ServerProcess = {
  /** Everything it has printed so far, both streams. */
  output(): string
  /** Resolves with its address once it is ready; rejects with the output if it ends before. */
  ready: Promise<string>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  signal(name: NodeJS.Signals): void
  pid: number
}

/** Options of a started server. */
export type StartOptions = {
  program?: string
  /** Command line in front, such as `unshare`. It must become the server, so that signals reach it. */
  prefix?: string[]
  args?: string[]
}

export function startServer(environment: Record<string, string>, options: StartOptions = {}): ServerProcess {
  const { program = main, prefix = [], args = [] } = options
  const [command = '', ...rest] = [...prefix, process.execPath, program, ...args]
  const child: ChildProcessWithoutNullStreams = spawn(command, rest, {
    env: childEnv({ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ...environment }),
  })
  let output = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  const collect = (chunk: Buffer) => {
    output += chunk
    const address = /is ready on (\S+)/.exec(output)?.[1]
    if (address) resolve(address)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  exited.then(() => reject(new Error(`The server ended: ${output}`)))
  ready.catch(() => {})
  return { output: () => output, ready, exited, signal: (name) => void child.kill(name), pid: child.pid ?? 0 }
}
