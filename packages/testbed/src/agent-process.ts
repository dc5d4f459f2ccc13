import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const agentProgram = fileURLToPath(new URL('../../agent/src/cli.ts', import.meta.url))

type Start = { more?: string[]; program?: string; env?: NodeJS.ProcessEnv }

/** The reference agent as a process of its own, as people run it. */
export function startAgent(server: string, token: string, state: string, { more = [], program, env = {} }: Start = {}) {
  const args = ['--server', server, '--token', token, '--state', state, ...more]
  const child = spawn(process.execPath, [program ?? agentProgram, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { pid: child.pid ?? 0, output: () => output, exited, signal: (name: NodeJS.Signals) => void child.kill(name) }
}
export type AgentProcess = ReturnType<typeof startAgent>
