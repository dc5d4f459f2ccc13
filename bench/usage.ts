import { readFileSync } from 'node:fs'

/** Resident memory of a process, in KiB. Linux only. */
export const residentKilobytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** A number that a server publishes under `/metrics`. */
export async function metricOf(server: string, name: string): Promise<number> {
  const text = await (await fetch(`${server}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
}
