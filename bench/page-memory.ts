import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** Memory of a page: script heap in MB, nodes of documents, and event listeners. */
export type PageMemory = { heap: number; nodes: number; listeners: number }

const MEGABYTE = 1024 * 1024

/** Memory of the session's page after a garbage collection. */
export async function readPageMemory(session: CDPSession): Promise<PageMemory> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metricOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heap: metricOf('JSHeapUsedSize') / MEGABYTE,
    nodes: metricOf('Nodes'),
    listeners: metricOf('JSEventListeners'),
  }
}

const MEASUREMENTS = 5
const PAUSE_MS = 700

/** Minimum of several measurements: a page that slides away is still in some of them. */
export async function readMinimum(session: CDPSession): Promise<PageMemory> {
  const measurements: PageMemory[] = []
  for (let measurement = 0; measurement < MEASUREMENTS; measurement += 1) {
    measurements.push(await readPageMemory(session))
    await delay(PAUSE_MS)
  }
  const minimumOf = (key: keyof PageMemory) => Math.min(...measurements.map((measurement) => measurement[key]))
  return { heap: minimumOf('heap'), nodes: minimumOf('nodes'), listeners: minimumOf('listeners') }
}
