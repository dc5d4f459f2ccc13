import { readFile } from 'node:fs/promises'
import { boardsOf, centre, touchOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const card = 'article[aria-label]'

test('the editor, its dialogs and the display pass axe @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  test.slow()
  const boards = boardsOf(server.url, member.tokens.accessToken)
  await signIn(member)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Create First Page' })).toBeVisible()
  await expectAccessibleInBothThemes()
  const board = await boards.make('Hall', 'The tablet beside the door')
  await boards.make('Office')
  await boards.put(board, [0, 0, 2, 2], 'In the hall')
  await boards.put(board, [2, 0, 1, 1], 'Small')
  await expect(page.getByRole('article', { name: 'Agent' })).toHaveCount(2)
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'New Page' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move or resize Agent…' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.goto('/client')
  await expect(page.getByRole('article', { name: 'Agent' }).first()).toBeVisible()
  await expectAccessibleInBothThemes()
})

test('a page is made, edited, activated, deleted and restored @mobile @sizes', async ({ page, member, signIn }) => {
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Create First Page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Name is required')
  await page.getByLabel('Name', { exact: true }).fill('Hall')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const hall = page.locator(card, { hasText: 'No description provided' })
  await expect(hall).toContainText('0 modules')
  await expect(page.getByRole('switch', { name: 'Activate Hall' })).toBeChecked()

  await page.getByRole('button', { name: 'New Page' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Office')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible()
  await page.getByRole('switch', { name: 'Activate Office' }).click()
  await expect(page.getByRole('switch', { name: 'Activate Hall' })).not.toBeChecked()

  await page.getByRole('button', { name: 'Actions for Office' }).click()
  await page.getByRole('menuitem', { name: 'Edit Information' }).click()
  await page.getByLabel('Description').fill('Second floor')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Second floor')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Office' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'This action cannot be undone. The modules configured within the page will be lost.',
  )
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Hall' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Hall' }).click()
  await page.getByRole('menuitem', { name: 'Deleted pages…' }).click()
  await page.getByRole('button', { name: 'Restore Office' }).click()
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible()
})

test('a page is exported as a file and imported as another page', async ({ page, member, signIn, server }) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  const board = await boards.make('Hall')
  await boards.put(board, [1, 1, 2, 2], 'In the hall')
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Actions for Hall' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('hall.atalaya.json')
  const file = await download.path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'atalaya.page', version: 1, name: 'Hall' })

  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByLabel('File').setInputFiles(file)
  await expect(page.getByRole('dialog')).toContainText('Hall with 1 module')
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const [first, second] = await boards.read()
  expect(second?.slug).toBe('hall-2')
  expect(second?.modules.map(({ position }) => position)).toEqual(first?.modules.map(({ position }) => position))
})

test('the order of pages changes by keyboard and by dragging', async ({ page, member, signIn, server }) => {
  const boards = boardsOf(server.url, member.tokens.accessToken)
  for (const name of ['A', 'B', 'C']) await boards.make(name)
  const names = async () => (await boards.read()).map(({ name }) => name)
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Reorder A, 1 of 3' }).focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect.poll(names).toEqual(['B', 'A', 'C'])
  await expect(page.getByRole('button', { name: 'Reorder A, 2 of 3' })).toBeFocused()

  const grip = page.getByRole('button', { name: 'Reorder B, 1 of 3' })
  await grip.scrollIntoViewIfNeeded()
  const from = await centre(grip)
  const to = await centre(page.getByRole('button', { name: 'Reorder A, 2 of 3' }))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
  await expect.poll(names).toEqual(['A', 'B', 'C'])

  // On a phone one card fills the row. A card that is held at the screen's edge scrolls the row.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reorder B, 2 of 3' })).not.toBeInViewport()
  const held = await centre(page.getByRole('button', { name: 'Reorder A, 1 of 3' }))
  const finger = await touchOf(page)
  await finger('touchStart', held)
  await finger('touchMove', { ...held, x: 360 })
  await expect(page.getByRole('button', { name: /^Reorder A/, pressed: true })).toBeVisible()
  await finger('touchMove', { ...held, x: 384 })
  await expect(page.getByRole('button', { name: 'Reorder A, 3 of 3' })).toBeInViewport()
  await finger('touchEnd')
  await expect.poll(names).toEqual(['B', 'C', 'A'])
})
