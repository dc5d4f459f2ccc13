import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Counters, fewCores } from './linux.ts'

/** Counters from Node itself, for systems without `/proc`. */
export function readCounters(): Pick<Counters, 'busy' | 'total' | 'cores'> {
  const all = { busy: 0, total: 0 }
  const cores = os.cpus().map(({ times }, n): [string, typeof all] => {
    const total = times.user + times.nice + times.sys + times.idle + times.irq
    const busy = total - times.idle
    all.total += total
    all.busy += busy
    return [`cpu${n}`, { busy, total }]
  })
  return { ...all, cores: fewCores(cores) }
}

export function readMemory(): Record<string, number> {
  return { 'memory.total': os.totalmem(), 'memory.used': os.totalmem() - os.freemem() }
}

export async function readDisks(): Promise<Record<string, number>> {
  const size = await statfs(path.parse(process.cwd()).root)
  return { 'disk.total': size.blocks * size.bsize, 'disk.used': (size.blocks - size.bfree) * size.bsize }
}
