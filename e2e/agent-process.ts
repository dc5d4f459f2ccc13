import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Ends a shell and its children. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, signal)
  await exited
}

/** An empty folder in which lines are run as a person would type them, with this Node in PATH. */
export async function createMachine() {
  const home = await mkdtemp(path.join(tmpdir(), 'atalaya-machine-'))
  const env = { HOME: home, XDG_STATE_HOME: home, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` }
  const running: ChildProcess[] = []
  return {
    run(line: string) {
      // A separate process group: the shell and the agent it starts end together.
      const child = spawn('sh', ['-c', line], { cwd: home, env, stdio: 'ignore', detached: true })
      running.push(child)
      return { stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') }
    },
    async remove(): Promise<void> {
      await Promise.all(running.map((child) => end(child, 'SIGKILL')))
      await rm(home, { recursive: true, force: true })
    },
  }
}
export type Machine = Awaited<ReturnType<typeof createMachine>>
