import { execFileSync } from 'node:child_process'

/** Limits the size of each file that a process writes, as on a full disk; null removes the limit. Linux only. */
export function limitFiles(pid: number, bytes: number | null): void {
  // The colon keeps the hard limit, so that the soft one can be raised again.
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`])
}
