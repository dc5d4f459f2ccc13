import { spawn } from 'node:child_process'

/** Result of a finished command: its exit code (1 if it did not start) and all it printed, in order. */
export type RunResult = { code: number; output: string }

/** Runs a command to its end and keeps its output; nothing reaches the terminal. */
export function capture(
  command: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const appendOutput = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs `jobs` with at most `concurrency` at the same time; results keep the order of the jobs. */
export async function runPooled<T>(concurrency: number, jobs: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const queue = [...jobs.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
