import { boardsOf, cell, centre, touchOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const HANDLE = /^Drag Agent, column/

test.describe('the grid editor', () => {
  test('moves a widget by the mouse, pushes it below another one, and saves on release @canvas', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 1, 1], 'A')
    await boards.put(board, [2, 0, 2, 2], 'B')
    await signIn(member)
    await page.goto('/dashboard')

    const from = await centre(page.getByRole('button', { name: 'Drag Agent, column 1, row 1' }))
    const [here, there] = [await cell(page, 0, 0), await cell(page, 2, 1)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + there.x - here.x, from.y + there.y - here.y, { steps: 8 })
    expect(await boards.positions(board)).toContainEqual({ x: 0, y: 0, w: 1, h: 1 })
    await page.mouse.up()
    await expect(page.getByText('Agent dropped at column 3, row 3.')).toBeAttached()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(await boards.positions(board)).toContainEqual({ x: 2, y: 2, w: 1, h: 1 })

    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: 'Drag Agent, column 1, row 1' })).toBeVisible()
    await expect.poll(() => boards.positions(board)).toContainEqual({ x: 0, y: 0, w: 1, h: 1 })
    await page.keyboard.press('Control+Shift+z')
    await expect(page.getByRole('button', { name: 'Drag Agent, column 3, row 3' })).toBeVisible()
  })

  test('Escape ends a drag and leaves the widget where it was', async ({ page, member, signIn, server }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 1, 1], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    const from = await centre(page.getByRole('button', { name: HANDLE }))
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 300, from.y + 200, { steps: 5 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.getByText('Agent is back at column 1, row 1.')).toBeAttached()
    expect(await boards.positions(board)).toEqual([{ x: 0, y: 0, w: 1, h: 1 }])
  })

  test('a smaller size is seen on top of the widget while its corner is dragged', async ({
    page,
    member,
    signIn,
    server,
  }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 2, 2], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    const corner = await centre(page.locator('[data-resize]'))
    const [here, there] = [await cell(page, 1, 1), await cell(page, 1, 0)]
    await page.mouse.move(corner.x, corner.y)
    await page.mouse.down()
    await page.mouse.move(corner.x, corner.y + there.y - here.y, { steps: 5 })
    const cells = page.getByRole('list', { name: 'Modules of this page' }).locator('> li')
    const layers = cells.evaluateAll((all) =>
      all.map((item) => ({ rows: getComputedStyle(item).gridRowEnd, layer: Number(getComputedStyle(item).zIndex) })),
    )
    expect((await layers).toSorted((a, b) => b.layer - a.layer)).toMatchObject([{ rows: 'span 1' }, { rows: 'span 2' }])
    await page.mouse.up()
    await expect.poll(() => boards.positions(board)).toEqual([{ x: 0, y: 0, w: 2, h: 1 }])
  })

  test('moves a widget by touch @canvas', async ({ page, member, signIn, server }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 1, 1], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    const drag = page.getByRole('button', { name: HANDLE })
    await drag.scrollIntoViewIfNeeded()
    const from = await centre(drag)
    const [here, there] = [await cell(page, 0, 0), await cell(page, 2, 2)]
    const to = { x: from.x + there.x - here.x, y: from.y + there.y - here.y }
    const finger = await touchOf(page)
    await finger('touchStart', from)
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await finger('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    }
    await finger('touchEnd')
    await expect(page.getByText('Agent dropped at column 3, row 3.')).toBeAttached()
    await expect.poll(() => boards.positions(board)).toEqual([{ x: 2, y: 2, w: 1, h: 1 }])
  })

  test('moves and resizes a widget by the keyboard alone', async ({ page, member, signIn, server }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 1, 1], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: HANDLE }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Agent picked up at column 1, row 1\./)).toBeAttached()
    for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await expect(page.getByText('Agent, column 2, row 2, 2 by 1.')).toBeAttached()
    await page.keyboard.press('Enter')
    await expect.poll(() => boards.positions(board)).toEqual([{ x: 1, y: 1, w: 2, h: 1 }])
    await expect(page.getByRole('button', { name: 'Drag Agent, column 2, row 2' })).toBeFocused()
  })

  test('configures, deletes and restores a widget by the keyboard alone', async ({ page, member, signIn, server }) => {
    const boards = boardsOf(server.url, member.tokens.accessToken)
    const board = await boards.make('Home')
    await boards.put(board, [0, 0, 2, 2], 'A')
    await signIn(member)
    await page.goto('/dashboard')
    const configure = page.getByRole('button', { name: 'Edit configuration of Agent' })
    await configure.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Edit Agent' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Beside the door')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(configure).toBeFocused()
    const titles = async () => (await boards.read()).flatMap(({ modules }) => modules.map(({ config }) => config.title))
    await expect.poll(titles).toEqual(['Beside the door'])

    await page.getByRole('button', { name: 'Delete Agent' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('This dashboard has no modules.')).toBeVisible()
    await expect.poll(titles).toEqual([])
    // The keyboard's focus moves to the next control, not to the top of the page.
    await expect(page.getByRole('button', { name: 'Add module' })).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect.poll(titles).toEqual(['Beside the door'])
  })
})
