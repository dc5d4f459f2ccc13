import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childEnv } from './child-env.ts'

export const agentProgram = fileURLToPath(new URL('../../agent/src/cli.ts', import.meta.url))

type Start = {
  more?: string[]
  program?: string
  env?: NodeJS.ProcessEnv
  /** Command line in front, such as `unshare`. It must become the agent, so that signals reach it. */
  prefix?: string[]
}

/** The reference agent as a process of its own, as people run it. */
export function startAgent(server: string, token: string, state: string, start: Start = {}) {
  const { more = [], program = agentProgram, env = {}, prefix = [] } = start
  const args = ['--server', server, '--token', token, '--state', state, ...more]
  const [command = '', ...rest] = [...prefix, process.execPath, program, ...args]
  const child = spawn(command, rest, {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { pid: child.pid ?? 0, output: () => output, exited, signal: (name: NodeJS.Signals) => void child.kill(name) }
}
export type AgentProcess = ReturnType<typeof startAgent>
