import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Counters } from './linux.ts'

/** What Node itself tells on systems without `/proc`. */
export function readCounters(): Pick<Counters, 'busy' | 'total'> {
  let busy = 0
  let total = 0
  for (const { times } of os.cpus()) {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq
    total += sum
    busy += sum - times.idle
  }
  return { busy, total }
}

export function readMemory(): Record<string, number> {
  return { 'memory.total': os.totalmem(), 'memory.used': os.totalmem() - os.freemem() }
}

export async function readDisks(): Promise<Record<string, number>> {
  const size = await statfs(path.parse(process.cwd()).root)
  return { 'disk.total': size.blocks * size.bsize, 'disk.used': (size.blocks - size.bfree) * size.bsize }
}
