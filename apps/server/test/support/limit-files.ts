import { execFileSync } from 'node:child_process'

/** No file of the process may grow beyond this, as on a disk that is full; null lifts that. Linux only. */
export function limitFiles(pid: number, bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`])
}
