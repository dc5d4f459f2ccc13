import type { Page } from '@playwright/test'
import { serveBuiltGallery } from '../scripts/module/gallery.ts'
import { test as base, expect } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

/** The size of a cell of a grid, in px. */
export type Cell = { width: number; height: number }

/** Time enough for a busy machine to build all modules, and to draw them. */
const TIMEOUT_MS = 120_000

type WorkerFixtures = {
  /** Every module in every state and size. The browser's locale has the longest times of day. */
  gallery: Page
}

export const test = base.extend<object, WorkerFixtures>({
  gallery: [
    async ({ browser }, use) => {
      const gallery = await serveBuiltGallery()
      // Animations of hundreds of tiles would keep a processor busy with layout.
      const reducedMotion = 'reduce'
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Madrid', reducedMotion })
      // Late in the day, so that data an hour old are from the same day.
      await context.clock.setFixedTime('2026-11-25T22:40:00Z')
      const page = await context.newPage()
      await openGallery(page, `${gallery.url}?all`)
      await use(page)
      await context.close()
      await gallery.close()
    },
    { scope: 'worker', timeout: 2 * TIMEOUT_MS },
  ],
})

/** Opens the gallery, and waits until every tile is drawn. */
async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const tiles = page.locator('article')
  await expect(tiles.first()).toBeVisible({ timeout: TIMEOUT_MS })
  await expect(tiles.filter({ hasNot: page.locator('> :not(.animate-pulse)') })).toHaveCount(0, {
    timeout: TIMEOUT_MS,
  })
  await page.evaluate('document.fonts.ready')
}

/** Measures an element after the next frame, in pixels without zoom: a display may draw them larger. */
export async function drawnBox(element: Element): Promise<Cell> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const { width, height } = element.getBoundingClientRect()
  const zoom = element.currentCSSZoom
  return { width: width / zoom, height: height / zoom }
}

/** Sets the size of the grid's cells. */
export async function sizeCells(gallery: Page, { width, height }: Cell): Promise<void> {
  await gallery.locator('article').evaluateAll(
    (tiles, [width, height]) => {
      for (const { style } of tiles as HTMLElement[]) {
        style.setProperty('--cell-width', `${width}px`)
        style.setProperty('--cell-height', `${height}px`)
      }
    },
    [width, height],
  )
  // Lengths that follow a container's size are right with the next frame only.
  await gallery.locator(':root').evaluate(drawnBox)
}

/** Lists the faults of all modules in cells of this size. */
async function faultsAt(gallery: Page, cell: Cell): Promise<string[]> {
  const { width, height } = cell
  await sizeCells(gallery, cell)
  const faultsByTile = await gallery.evaluate(
    `[...document.querySelectorAll('article')].map((tile) => [tile.ariaLabel, (${layoutFaults})(tile, { hasWholeLinks: true })])`,
  )
  const where = `in cells of ${Math.round(width)} by ${Math.round(height)} px`
  return (faultsByTile as [string, string[]][]).flatMap(([tile, faults]) =>
    faults.map((fault) => `${tile} ${where}: ${fault}`),
  )
}

/** Cells that differ by less than this, in px, count as one cell: the smallest of them. */
const NEAR_PX = 4

function distinctCells(cells: Cell[]): Cell[] {
  const found: Cell[] = []
  for (const { width, height } of cells) {
    const similar = found.find(
      (cell) => Math.abs(cell.width - width) < NEAR_PX && Math.abs(cell.height - height) < NEAR_PX,
    )
    if (!similar) found.push({ width, height })
    else Object.assign(similar, { width: Math.min(similar.width, width), height: Math.min(similar.height, height) })
  }
  return found
}

/** Lists the faults of all modules in these cells, and in the dark theme in the smallest cell. */
export async function faultsIn(gallery: Page, cells: Cell[]): Promise<string[]> {
  const faults: string[] = []
  for (const cell of distinctCells(cells)) faults.push(...(await faultsAt(gallery, cell)))
  // One size is enough for the dark theme: colours alone don't change the layout.
  const [smallest] = cells.toSorted((a, b) => a.width * a.height - b.width * b.height)
  if (!smallest) throw new Error('There is no cell to look at')
  // A page of its own: to change the theme of thousands of elements takes longer than to draw them.
  const dark = await gallery.context().newPage()
  await openGallery(dark, `${gallery.url()}&theme=dark`)
  faults.push(...(await faultsAt(dark, smallest)))
  await dark.close()
  return faults
}
