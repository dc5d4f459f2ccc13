import { execFileSync } from 'node:child_process'

/** Limits the size of files of the process, as on a full disk; null removes the limit. Linux only. */
export function limitFiles(pid: number, bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`])
}
