import { displays } from '@atalaya/contract/displays'
import { apiOf } from '@atalaya/testbed/api'
import { readShortCode } from '@atalaya/testbed/waiting-screen'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { serveGallery } from '../scripts/module/gallery.ts'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'

const SCREENS = [
  [390, 844],
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

/** As displays hang: across, and on their side. */
const DISPLAYS = [
  [800, 480],
  [1024, 600],
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [480, 800],
  [600, 1024],
  [720, 1280],
  [1080, 1920],
  [2160, 3840],
] as const

/** In px, as they are read from three metres. */
const [TEXT_MIN, FIGURE_MIN] = [18, 28]

type Cell = { width: number; height: number }

/** Once the next frame is drawn; in the pixels that what is in it sees, which a display may draw larger. */
async function drawnBox(element: Element): Promise<Cell> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  const { width, height } = element.getBoundingClientRect()
  const zoom = element.currentCSSZoom
  return { width: width / zoom, height: height / zoom }
}

/** The cells of a grid on these screens. */
async function cellsAt(page: Page, screens: readonly (readonly [number, number])[]): Promise<Cell[]> {
  const tile = page.getByRole('article', { name: 'Agent' }).locator('..').first()
  const cells: Cell[] = []
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction(([width, height]) => innerWidth === width && innerHeight === height, [width, height])
    cells.push(await tile.evaluate(drawnBox))
  }
  return cells
}

/** The cells of the grid of `/display`, where one page fills the screen. */
async function cellsOfDisplay(page: Page, pair: (code: string) => Promise<unknown>): Promise<Cell[]> {
  await page.goto('/display')
  await pair(await readShortCode(page))
  await expect(page.getByRole('article', { name: 'Agent' })).toBeVisible()
  return cellsAt(page, DISPLAYS)
}

const distinct = (cells: Cell[]): Cell[] => [
  ...new Map(cells.map((cell) => [`${Math.round(cell.width)} ${Math.round(cell.height)}`, cell])).values(),
]

/** Every module in every state at every size that it can have. */
async function openGallery(page: Page, url: string): Promise<void> {
  await page.goto(`${url}?all`)
  const tiles = page.locator('article')
  await expect(tiles.first()).toBeVisible({ timeout: 60_000 })
  await expect(tiles.filter({ hasNot: page.locator('> :not(.animate-pulse)') })).toHaveCount(0, { timeout: 60_000 })
  await page.evaluate('document.fonts.ready')
}

/** Gives the grid of a gallery cells of this size. */
async function sizeCells(gallery: Page, { width, height }: Cell): Promise<void> {
  await gallery.locator(':root').evaluate(
    (root, [width, height]) => {
      root.style.setProperty('--cell-width', `${width}px`)
      root.style.setProperty('--cell-height', `${height}px`)
    },
    [width, height],
  )
  // Lengths that follow a container's size are right with the next frame only.
  await gallery.locator(':root').evaluate(drawnBox)
}

/** The smallest letters that can be seen in these elements, in the pixels of the screen where it is drawn so much larger. */
async function smallestText(place: Locator, zoom?: number): Promise<number> {
  const sizes = await place.evaluateAll((elements, zoom) => {
    const texts = elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: Element[] = []
      while (walker.nextNode()) {
        const { nodeValue, parentElement } = walker.currentNode
        if (nodeValue?.trim() && parentElement) found.push(parentElement)
      }
      return found
    })
    const isSeen = (text: Element) => text.checkVisibility() && text.getBoundingClientRect().width > 2
    return texts
      .filter(isSeen)
      .map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * (zoom ?? text.currentCSSZoom))
  }, zoom)
  return Math.min(...sizes)
}

/** What is wrong with the modules where the cells of the grid have this size. */
async function faultsAt(gallery: Page, cell: Cell): Promise<string[]> {
  const { width, height } = cell
  await sizeCells(gallery, cell)
  const judged = await gallery.evaluate(
    `[...document.querySelectorAll('article')].map((tile) => [tile.ariaLabel, (${layoutFaults})(tile, { wholeLinks: true })])`,
  )
  const where = `in cells of ${Math.round(width)} by ${Math.round(height)} px`
  return (judged as [string, string[]][]).flatMap(([tile, faults]) =>
    faults.map((fault) => `${tile} ${where}: ${fault}`),
  )
}

// Here the times of day are long.
test.use({ locale: 'en-US' })

/** What is wrong with the modules in any of these cells, in the smallest of them in the dark too. */
async function faultsIn(context: BrowserContext, cells: Cell[]): Promise<string[]> {
  const gallery = await serveGallery(0)
  try {
    const view = await context.newPage()
    // Late in the day what is an hour old is of the same day still.
    await view.clock.setFixedTime('2026-11-25T22:40:00Z')
    await openGallery(view, gallery.url)
    const faults: string[] = []
    for (const cell of distinct(cells)) faults.push(...(await faultsAt(view, cell)))
    // Colours move nothing, as long as they are colours only.
    await view.locator(':root').evaluate((root) => root.classList.add('dark'))
    const [smallest] = cells.toSorted((a, b) => a.width * a.height - b.width * b.height)
    return smallest ? [...faults, ...(await faultsAt(view, smallest))] : faults
  } finally {
    await gallery.close()
  }
}

for (const count of [1, 2, 3]) {
  test(`no module is cut, covered or without room in any tile of /client with ${count} pages`, async ({
    page,
    context,
    member,
    signIn,
    server,
  }) => {
    test.slow()
    const boards = boardsOf(server.url, member.tokens.accessToken)
    for (let made = 0; made < count; made += 1) await boards.put(await boards.make('A page'), [0, 0, 1, 1], 'A')
    await signIn(member)
    await page.goto('/client')
    expect(await faultsIn(context, await cellsAt(page, SCREENS))).toEqual([])
  })
}

test('no module is cut, covered or without room in any tile of a display', async ({ context, member, server }) => {
  test.slow()
  const boards = boardsOf(server.url, member.tokens.accessToken)
  const board = await boards.make('A page')
  await boards.put(board, [0, 0, 1, 1], 'A')
  const screen = await context.newPage()
  const cells = await cellsOfDisplay(screen, (code) =>
    apiOf(server.url, member.tokens.accessToken)(displays.pair, {
      body: { code, name: 'A wall', zone: 'Europe/Madrid', entries: [{ pageId: board._id }] },
    }),
  )
  await screen.close()
  expect(await faultsIn(context, cells)).toEqual([])
})

test('on a screen of 1920 by 1080 a page can be read from three metres, and fills it', async ({
  page,
  context,
  member,
  signIn,
  server,
}) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await boards.put(await boards.make('A page'), [0, 0, 1, 1], 'A')
  await signIn(member)
  await page.goto('/client')
  const [cell = { width: 0, height: 0 }] = await cellsAt(page, [[1920, 1080]])
  const tile = page.getByRole('article', { name: 'Agent' })
  await expect(tile).toContainText('no longer yours')
  const zoom = await tile.evaluate((element) => element.currentCSSZoom)
  expect(await smallestText(page.locator('#root'))).toBeGreaterThanOrEqual(TEXT_MIN)
  const grid = await page.locator('li[aria-roledescription=slide] ul').boundingBox()
  const frame = await page
    .locator('header, section > div:last-child')
    .evaluateAll((parts) => parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0))
  expect(grid?.height).toBeCloseTo(0.8 * 1080)
  expect(1080 - frame - (grid?.height ?? 0)).toBeLessThan(48)

  const gallery = await serveGallery(0)
  try {
    const view = await context.newPage()
    await openGallery(view, gallery.url)
    await sizeCells(view, cell)
    expect(await smallestText(view.locator('article'), zoom)).toBeGreaterThanOrEqual(TEXT_MIN)
    const figures = view.locator('article [data-figure]')
    expect(await figures.count()).toBeGreaterThan(100)
    expect(await smallestText(figures, zoom)).toBeGreaterThanOrEqual(FIGURE_MIN)
  } finally {
    await gallery.close()
  }
})
