import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from '@playwright/test'

/** Memory of a page: script heap in MB, nodes of documents, and event listeners. */
export type Held = { heap: number; nodes: number; listeners: number }

const MEGABYTE = 1024 * 1024

/** Memory of this session's page after a collection, so that garbage doesn't count. */
export async function readHeld(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heap: of('JSHeapUsedSize') / MEGABYTE, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

const LOOKS = 5
const BETWEEN_MS = 700

/** Minimum of several measurements: a page that is just sliding away is nothing that is kept. */
export async function readMinimum(session: CDPSession): Promise<Held> {
  const looks: Held[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    looks.push(await readHeld(session))
    await delay(BETWEEN_MS)
  }
  const least = (of: keyof Held) => Math.min(...looks.map((look) => look[of]))
  return { heap: least('heap'), nodes: least('nodes'), listeners: least('listeners') }
}
