import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** Memory of a page: script heap in MB, nodes of documents, and event listeners. */
export type PageMemory = { heap: number; nodes: number; listeners: number }

const MEGABYTE = 1024 * 1024

/** Memory of this session's page after a collection, so that garbage doesn't count. */
export async function readPageMemory(session: CDPSession): Promise<PageMemory> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heap: of('JSHeapUsedSize') / MEGABYTE, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

const MEASUREMENTS = 5
const PAUSE_MS = 700

/** Minimum of several measurements: a page that slides away is still in some of them. */
export async function readMinimum(session: CDPSession): Promise<PageMemory> {
  const looks: PageMemory[] = []
  for (let look = 0; look < MEASUREMENTS; look += 1) {
    looks.push(await readPageMemory(session))
    await delay(PAUSE_MS)
  }
  const minimumOf = (key: keyof PageMemory) => Math.min(...looks.map((look) => look[key]))
  return { heap: minimumOf('heap'), nodes: minimumOf('nodes'), listeners: minimumOf('listeners') }
}
