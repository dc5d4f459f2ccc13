import type { Page } from '@playwright/test'
import { serveGallery } from '../scripts/module/gallery.ts'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

const SCREENS = [
  [800, 480],
  [1024, 600],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3440, 1440],
  [3840, 2160],
] as const

type Cell = { width: number; height: number }

/** Once the next frame is drawn. */
async function drawnBox(element: Element): Promise<Cell> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const { width, height } = element.getBoundingClientRect()
  return { width, height }
}

/** The cells of the grid that `/client` has on all these screens, with one, two and three pages. */
async function cellsOf(page: Page, makePage: () => Promise<unknown>): Promise<Cell[]> {
  const cells = new Map<string, Cell>()
  for (let count = 1; count <= 3; count += 1) {
    await makePage()
    await page.goto('/client')
    const tile = page.getByRole('article', { name: 'Agent' }).locator('..').first()
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height })
      await page.waitForFunction(([width, height]) => innerWidth === width && innerHeight === height, [width, height])
      const box = await tile.evaluate(drawnBox)
      cells.set(`${Math.round(box.width)} ${Math.round(box.height)}`, box)
    }
  }
  return [...cells.values()]
}

/** Every module in every state at every size that it can have. */
async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(`${url}?all`)
  const tiles = page.locator('article')
  await expect(tiles.first()).toBeVisible({ timeout: 60_000 })
  await expect(tiles.filter({ hasNot: page.locator('> :not(.animate-pulse)') })).toHaveCount(0, { timeout: 60_000 })
  await page.evaluate('document.fonts.ready')
}

/** What is wrong with the modules where the cells of the grid have this size. */
async function faultsAt(gallery: Page, { width, height }: Cell): Promise<string[]> {
  await gallery.locator(':root').evaluate(
    (root, [width, height]) => {
      root.style.setProperty('--cell-width', `${width}px`)
      root.style.setProperty('--cell-height', `${height}px`)
    },
    [width, height],
  )
  // Lengths that follow a container's size are right with the next frame only.
  await gallery.locator(':root').evaluate(drawnBox)
  const judged = await gallery.evaluate(
    `[...document.querySelectorAll('article')].map((tile) => [tile.ariaLabel, (${layoutFaults})(tile, { wholeLinks: true })])`,
  )
  const cell = `in cells of ${Math.round(width)} by ${Math.round(height)} px`
  return (judged as [string, string[]][]).flatMap(([tile, faults]) =>
    faults.map((fault) => `${tile} ${cell}: ${fault}`),
  )
}

// Here the times of day are long.
test.use({ locale: 'en-US' })

test('no module is cut, covered or without room in any tile that a display gives it @once', async ({
  page,
  context,
  member,
  signIn,
  server,
}) => {
  test.slow()
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await signIn(member)
  const cells = await cellsOf(page, async () => boards.put(await boards.make('A page'), [0, 0, 1, 1], 'A'))
  const gallery = await serveGallery(0)
  try {
    const view = await context.newPage()
    await openGallery(view, gallery.url)
    const faults: string[] = []
    for (const cell of cells) faults.push(...(await faultsAt(view, cell)))
    // Colours move nothing, as long as they are colours only.
    await view.locator(':root').evaluate((root) => root.classList.add('dark'))
    const [smallest] = cells.toSorted((a, b) => a.width * a.height - b.width * b.height)
    if (smallest) faults.push(...(await faultsAt(view, smallest)))
    expect(faults).toEqual([])
  } finally {
    await gallery.close()
  }
})
