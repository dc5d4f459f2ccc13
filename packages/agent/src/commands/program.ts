import { spawn } from 'node:child_process'
import { OUTPUT_MAX_BYTES } from '@atalaya/contract/commands'
import { faultText } from '#agent/disk/fault-texts.ts'
import type { Outcome } from './action.ts'

/** Time for a program to end by itself after SIGTERM. */
const KILL_AFTER_MS = 5_000

/**
 * Runs a program with fixed arguments: no shell, nothing of the agent's environment but PATH, output cut to size. It is
 * ended by `signal`, or after `limitMs`.
 */
export function runProgram(
  [program = '', ...args]: string[],
  signal: AbortSignal,
  limitMs = 3_600_000,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const environment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }
    const child = spawn(program, args, { shell: false, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    const kept: Buffer[] = []
    let bytes = 0
    const collect = (chunk: Buffer) => {
      if (bytes < OUTPUT_MAX_BYTES) kept.push(chunk.subarray(0, OUTPUT_MAX_BYTES - bytes))
      bytes += chunk.length
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const stop = () => {
      child.kill('SIGTERM')
      setTimeout(() => {
        child.kill('SIGKILL')
        // Children of the program may still hold these open.
        child.stdout.destroy()
        child.stderr.destroy()
      }, KILL_AFTER_MS).unref()
    }
    const limit = setTimeout(stop, limitMs)
    signal.addEventListener('abort', stop, { once: true })
    child.on('error', (error) => {
      clearTimeout(limit)
      resolve({ status: 'failed', reason: faultText(error) })
    })
    child.on('close', (code) => {
      clearTimeout(limit)
      signal.removeEventListener('abort', stop)
      const output = Buffer.concat(kept).toString()
      const status = code === 0 ? 'succeeded' : 'failed'
      resolve({ status, ...(code !== null && { exitCode: code }), output, truncated: bytes > OUTPUT_MAX_BYTES })
    })
  })
}
