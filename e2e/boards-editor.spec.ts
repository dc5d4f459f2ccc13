import { dashboard } from '@atalaya/contract/dashboard'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { apiOf } from '@atalaya/testbed/api'
import { boardsOf, cell, centre } from './boards.ts'
import { expect, test } from './fixtures.ts'

const PHONE = { width: 390, height: 844 }

test('a widget in the editor looks as on a display, with its handle and buttons over it on hover', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await boards.put(await boards.make('Home'), [0, 0, 2, 2], 'A')
  await signIn(member)
  await page.goto('/dashboard')
  const tile = page.getByRole('article', { name: 'Agent', exact: true })
  const handle = page.getByRole('button', { name: /^Drag Agent/ })
  const opacity = () => handle.evaluate((button) => Number(getComputedStyle(button.parentElement ?? button).opacity))

  const [widget, inside] = await tile.evaluate((article) => {
    const { offsetTop, offsetWidth, offsetHeight } = article.lastElementChild as HTMLElement
    return [
      [offsetTop, offsetWidth, offsetHeight],
      [0, article.clientWidth, article.clientHeight],
    ]
  })
  expect(widget).toEqual(inside)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe(0)
  await tile.hover()
  await expect.poll(opacity).toBe(1)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe(0)
  await handle.focus()
  await expect.poll(opacity).toBe(1)
})

test('a list that scrolls on a tile fades at its end while more lies below', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const token = member.tokens.accessToken
  const board = await boardsOf(server.url, token).make('Home')
  const call = apiOf(server.url, token)
  const body = { meta: { id: 'todo' }, position: { x: 0, y: 0, w: 2, h: 2 } }
  const { module } = await call(dashboard.install, { params: { id: board._id }, body })
  const items = Array.from({ length: 14 }, (_, n) => ({ id: `i${n}`, text: `Thing ${n}`, done: false }))
  await call(moduleRequests.writeStorage, { params: { widgetId: module._id }, body: { value: { items } } })
  await signIn(member)
  await page.goto('/dashboard')
  const list = page.getByRole('list', { name: 'Things to do' })
  const fade = () => list.evaluate((element) => getComputedStyle(element).getPropertyValue('--more-below'))
  await expect(list.getByText('Thing 13')).toBeAttached()
  await expect.poll(fade).toBe('24px')
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect.poll(fade).toBe('0px')
})

test('the editor at 1024 by 600 shows four of five rows, and its marks have enough contrast', async ({
  page,
  member,
  signIn,
  server,
}) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await boards.put(await boards.make('Home'), [0, 0, 2, 2], 'A')
  await signIn(member)
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.goto('/dashboard')
  const tile = page.getByRole('article', { name: 'Agent', exact: true })
  await tile.waitFor()
  const fourth = await cell(page, 0, 3)
  const box = await page.getByRole('list', { name: 'Modules of this page' }).boundingBox()
  expect(fourth.y + (box?.height ?? 0) / 10).toBeLessThanOrEqual(600)
  // Every page is still activated, opened and put in order from its card.
  const card = page.getByRole('article', { name: 'Home', exact: true })
  await expect(card.getByRole('switch', { name: 'Activate Home' })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Reorder Home/ })).toBeVisible()

  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(() => tile.evaluate(markContrasts)).toEqual([true, true])
  }
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, isMobile: true, hasTouch: true })

  test('the bar of a widget is opaque and small, and its menu has the other actions', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    await boards.put(await boards.make('Home'), [0, 0, 2, 2], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    const bar = page.getByRole('button', { name: /^Drag Agent/ }).locator('..')
    await expect(bar).toHaveCSS('opacity', '1')
    expect((await bar.boundingBox())?.width).toBeLessThan(80)
    await page.getByRole('button', { name: 'Actions for Agent' }).tap()
    await page.getByRole('menuitem', { name: 'Delete' }).tap()
    await expect(page.getByRole('article', { name: 'Agent', exact: true })).toHaveCount(0)
  })
})

/** For the mark on the edge and the corner to pull: true if its contrast is at least 3 to 1 (WCAG 1.4.11). */
function markContrasts(article: Element): boolean[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  function luminance(color: string): number {
    if (!canvas) return 0
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const card = luminance(getComputedStyle(article).backgroundColor)
  const corner = article.parentElement?.querySelector('[data-resize]')
  const colors = [article.firstElementChild, corner].map((mark, n) => {
    const style = mark && getComputedStyle(mark)
    if (style?.opacity !== '1') return card
    return luminance(n === 0 ? style.backgroundColor : style.borderRightColor)
  })
  return colors.map((mark) => (Math.max(mark, card) + 0.05) / (Math.min(mark, card) + 0.05) >= 3)
}

test('a drop without room explains why the widget returns', async ({ page, member, signIn, server }) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  const board = await boards.make('Home')
  await boards.put(board, [0, 0, 2, 2], 'A')
  await boards.put(board, [2, 3, 2, 2], 'B')
  await signIn(member)
  await page.goto('/dashboard')
  const from = await centre(page.getByRole('button', { name: 'Drag Agent, column 1, row 1' }))
  const [here, there] = [await cell(page, 0, 0), await cell(page, 2, 2)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + there.x - here.x, from.y + there.y - here.y, { steps: 5 })
  await page.mouse.up()
  const why = 'No room there: it needs 2 by 2 free cells, and from row 3 down there are none in its columns.'
  await expect(page.locator('p[aria-hidden]').filter({ hasText: why })).toBeVisible()
  await expect(page.getByText(`${why} Agent is back at column 1, row 1.`).last()).toBeAttached()
  expect(await boards.positions(board)).toContainEqual({ x: 0, y: 0, w: 2, h: 2 })
  // The old reason does not stand in the way of the next try.
  await page.getByRole('button', { name: 'Drag Agent, column 1, row 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('p[aria-hidden]').filter({ hasText: why })).toBeHidden()
})

test('a page on a phone is edited as one column, with buttons large enough for thumbs', async ({
  page,
  member,
  signIn,
  server,
  expectAccessible,
}) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  const board = await boards.make('Home')
  await boards.put(board, [2, 0, 1, 1], 'B')
  await boards.put(board, [0, 0, 2, 2], 'A')
  await boards.put(board, [0, 3, 4, 2], 'C')
  await page.setViewportSize(PHONE)
  await signIn(member)
  await page.goto('/dashboard')
  const tiles = page.getByRole('list', { name: 'Modules of this page' }).getByRole('listitem')
  await expect(tiles).toHaveCount(3)
  await expect(tiles.nth(0)).toContainText('Column 1, row 1, 2 by 2')
  await expect(tiles.nth(1)).toContainText('Column 3, row 1, 1 by 1')
  await expect(tiles.nth(2)).toContainText('Column 1, row 4, 4 by 2')
  await expect(page.getByRole('button', { name: /^Drag/ })).toHaveCount(0)
  await expectAccessible()

  const small = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('button')].flatMap((button) => {
      // A control that spreads over its card by a pseudo-element is as large as the card.
      const { height, width } = button.getBoundingClientRect()
      const isSpread = getComputedStyle(button, '::after').position === 'absolute'
      const target = button.closest('label')?.getBoundingClientRect().height ?? height
      return isSpread || (target >= 44 && width >= 32) ? [] : [`${button.ariaLabel ?? button.textContent}: ${height}`]
    }),
  )
  expect(small).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

  await tiles.nth(1).getByRole('button', { name: 'Move or resize Agent…' }).click()
  await page.getByLabel('Column', { exact: true }).fill('4')
  await page.getByLabel('Row', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tiles.nth(1)).toContainText('Column 4, row 3, 1 by 1')
  await expect.poll(() => boards.positions(board)).toContainEqual({ x: 3, y: 2, w: 1, h: 1 })
})

test('modules are chosen by picture, search and category, or among the last used', async ({
  page,
  member,
  signIn,
  server,
  expectAccessible,
}) => {
  await boardsOf(server.url, member.tokens.accessToken).make('Home')
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add module' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'Preview of Weather' })).toHaveAttribute('src', /preview-dark\.webp$/)
  await expect(dialog.getByRole('region', { name: 'Recently used' })).toHaveCount(0)
  await expectAccessible()
  await dialog.getByRole('searchbox').fill('agent chart')
  await expect(dialog.getByRole('article')).toHaveCount(1)
  // Escape closes the innermost first.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('searchbox')).toHaveValue('')
  await expect(dialog.getByRole('article')).not.toHaveCount(1)
  await dialog.getByRole('button', { name: 'Add Fleet overview' }).click()
  await expect(dialog).toHaveAccessibleName('Add Fleet overview')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toHaveAccessibleName('Add module')
  await dialog.getByRole('button', { name: 'Add Fleet overview' }).click()
  const added: string[] = []
  page.on('request', (request) => request.method() === 'POST' && added.push(request.url()))
  await dialog.getByRole('button', { name: 'Save' }).dblclick()
  await expect(page.getByRole('article', { name: 'Fleet overview' })).toHaveCount(1)
  expect(added.filter((url) => url.endsWith('/modules'))).toHaveLength(1)

  await page.getByRole('button', { name: 'Add module' }).click()
  await dialog.getByRole('region', { name: 'Recently used' }).getByRole('button', { name: 'Fleet overview' }).click()
  await expect(dialog).toHaveAccessibleName('Add Fleet overview')
  await page.keyboard.press('Escape')
  await page.goto('/marketplace')
  await expect(page.getByRole('region', { name: 'Recently used' })).toContainText('Fleet overview')
})
