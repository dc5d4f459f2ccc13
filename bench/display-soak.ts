import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type PageMemory, readMinimum } from './page-memory.ts'
import { startPairedDisplay } from './paired-display.ts'

/** Memory and progress of a display after `hours` on its own clock. */
export type SoakRow = PageMemory & {
  hours: number
  /** Seconds of its time that the program has counted, and frames that were drawn for it, since it was loaded. */
  ticks: number
  frames: number
  /** The page on screen. */
  shown: string
  /** Number of reloads; each one frees its memory. */
  reloads: number
}

type Soak = {
  hours: number
  /** Hours between two rows. */
  everyHours: number
  /** Speed-up of the page's clock. */
  rate: number
  onRow: (row: SoakRow) => void
  /** Ends it early. */
  signal?: AbortSignal
}

const HOUR_MS = 3_600_000

const readProgress = (page: Page) =>
  page.evaluate(() => ({
    ...(Reflect.get(window, 'displayPulse') as { ticks: number; frames: number }),
    shown: document.querySelector('[data-page]:not([inert])')?.getAttribute('aria-label') ?? '',
  }))

/** Leaves a display of ten pages with eight widgets each alone for `hours` of its own clock. */
export async function soakDisplay({ hours, everyHours, rate, onRow, signal }: Soak): Promise<SoakRow[]> {
  const { page, stop } = await startPairedDisplay(rate)
  const rows: SoakRow[] = []
  let reloads = 0
  page.on('load', () => (reloads += 1))
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const began = performance.now()
    const clockHours = () => ((performance.now() - began) * rate) / HOUR_MS
    while (rows.length < Math.round(hours / everyHours)) {
      const next = (rows.length + 1) * everyHours
      await delay(Math.max(0, ((next - clockHours()) * HOUR_MS) / rate), undefined, { signal })
      const row = { hours: clockHours(), ...(await readMinimum(session)), ...(await readProgress(page)), reloads }
      rows.push(row)
      onRow(row)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    await stop()
  }
  return rows
}
