import { displays } from '@atalaya/contract/displays'
import { apiOf } from '@atalaya/testbed/api'
import { readShortCode } from '@atalaya/testbed/waiting-screen'
import type { Locator, Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect } from './fixtures.ts'
import { type Cell, drawnBox, faultsIn, sizeCells, test } from './gallery.ts'
import { LONG } from './long.ts'

type Size = readonly [width: number, height: number]

/** Common sizes of screens. Among them are those that make the smallest, largest, flattest and tallest tiles. */
const SCREENS: Size[] = [
  [390, 844],
  [1024, 600],
  [1440, 900],
  [3840, 2160],
]

/** Sizes of displays, hung across and on their side. */
const DISPLAYS: Size[] = [
  [800, 480],
  [1920, 1080],
  [480, 800],
  [1080, 1920],
]

if (LONG) {
  SCREENS.push([800, 480], [1280, 720], [1366, 768], [1920, 1080], [2560, 1440], [3440, 1440])
  DISPLAYS.push([1024, 600], [1280, 720], [3840, 2160], [600, 1024], [720, 1280], [2160, 3840])
}

/** Time in which a busy machine draws and judges every tile in cells of one size. */
const CELL_TIMEOUT_MS = 400_000

/** Minimum sizes in px: displays are read from three metres. */
const [TEXT_MIN, FIGURE_MIN] = [18, 28]

/** The cells of a grid on these screens. */
async function cellsAt(page: Page, screens: readonly Size[]): Promise<Cell[]> {
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

/** Size of the smallest visible text in these elements, in px of the screen. `zoom` defaults to each element's own. */
async function smallestText(scope: Locator, zoom?: number): Promise<number> {
  const sizes = await scope.evaluateAll((elements, zoom) => {
    const texts = elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const found: Element[] = []
      while (walker.nextNode()) {
        const { nodeValue, parentElement } = walker.currentNode
        if (nodeValue?.trim() && parentElement) found.push(parentElement)
      }
      return found
    })
    const isVisible = (text: Element) => text.checkVisibility() && text.getBoundingClientRect().width > 2
    return texts
      .filter(isVisible)
      .map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * (zoom ?? text.currentCSSZoom))
  }, zoom)
  return Math.min(...sizes)
}

// The gallery is built for each worker that asks for it.
test.describe.configure({ mode: 'default' })

test('no module is cut off, covered or too large in any tile of /client or of a display', async ({
  page,
  context,
  gallery,
  member,
  signIn,
  server,
}) => {
  test.setTimeout(2 * CELL_TIMEOUT_MS)
  const token = member.tokens.accessToken
  const boards = boardsOf(server.url, token)
  const addPage = async () => {
    const board = await boards.make('A page')
    await boards.put(board, [0, 0, 1, 1], 'A')
    return board
  }
  await signIn(member)
  const first = await addPage()
  const cells: Cell[] = []
  for (const others of [0, 1, 2]) {
    if (others > 0) await addPage()
    await page.goto('/client')
    cells.push(...(await cellsAt(page, SCREENS)))
  }
  await page.close()
  const screen = await context.newPage()
  const pair = (code: string) =>
    apiOf(server.url, token)(displays.pair, {
      body: { code, name: 'A wall', zone: 'Europe/Madrid', entries: [{ pageId: first._id }] },
    })
  cells.push(...(await cellsOfDisplay(screen, pair)))
  await screen.close()
  test.setTimeout(cells.length * CELL_TIMEOUT_MS)
  expect(await faultsIn(gallery, cells)).toEqual([])
})

test('a page fills a screen of 1920 by 1080, and can be read from three metres', async ({
  page,
  gallery,
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
  await expect(tile).toContainText('may no longer see it')
  const zoom = await tile.evaluate((element) => element.currentCSSZoom)
  expect(await smallestText(page.locator('#root'))).toBeGreaterThanOrEqual(TEXT_MIN)
  const grid = await page.locator('li[aria-roledescription=slide] ul').boundingBox()
  const frame = await page
    .locator('header, section > div:last-child')
    .evaluateAll((parts) => parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0))
  expect(grid?.height).toBeCloseTo(0.8 * 1080)
  expect(1080 - frame - (grid?.height ?? 0)).toBeLessThan(48)

  await sizeCells(gallery, cell)
  expect(await smallestText(gallery.locator('article'), zoom)).toBeGreaterThanOrEqual(TEXT_MIN)
  const figures = gallery.locator('article [data-figure]')
  expect(await figures.count()).toBeGreaterThan(100)
  expect(await smallestText(figures, zoom)).toBeGreaterThanOrEqual(FIGURE_MIN)
})

/** Texts cut off by the edge of their scroll container. */
const textsCutAtEdge = (lists: Element[]): string[] =>
  lists.flatMap((list) => {
    const edge = list.getBoundingClientRect().bottom
    const items = [...list.children].map((item) => [item.textContent, item.getBoundingClientRect()] as const)
    return items.filter(([, { top, bottom }]) => top < edge - 1 && bottom > edge + 1).map(([text]) => text ?? '')
  })

test('in the small cells of two pages side by side, tiles show all that fits', async ({ gallery }) => {
  test.setTimeout(2 * CELL_TIMEOUT_MS)
  // Selects by attributes: among tens of thousands of elements, roles and names take seconds to compute.
  const tile = (name: string) => gallery.locator(`article[aria-label="${name}"]`)
  // Cells of a screen of 1280 by 720, and of one of 1440 by 900.
  for (const cell of [
    { width: 148, height: 112 },
    { width: 168, height: 143 },
  ]) {
    await sizeCells(gallery, cell)
    await expect(tile('Weather, full, 2 by 1').getByRole('listitem')).toHaveText([/22°/, /17°/, /16°/])
    const label = await tile('Agent, full, 1 by 1').getByText('CPU', { exact: true }).boundingBox()
    expect(label?.width).toBeGreaterThan(10)
    const lists = gallery.locator('ul[aria-label="By tag"]')
    expect(await lists.count()).toBeGreaterThan(0)
    expect(await lists.evaluateAll(textsCutAtEdge)).toEqual([])
    const words = tile('Spark, full, 1 by 2')
      .getByText(/^Spark/)
      .locator('..')
    expect(await words.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(1)
  }
})
