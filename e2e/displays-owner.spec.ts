import { displayScreen } from '@atalaya/contract/display-screen'
import { type Display, displays } from '@atalaya/contract/displays'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
import { login } from './sign-in-form.ts'

/** Name of the maximum length. */
const LONG = 'The screen in the hallway between the kitchen and the garden'

/** Starts the pairing of a screen, which then shows the returned code. */
const beginPairing = (url: string) => apiOf(url, null)(displayScreen.begin, {})

async function pairDisplay(url: string, token: string, fields: Partial<Display> = {}): Promise<Display> {
  const { code } = await beginPairing(url)
  const body = { code, name: 'Kitchen', entries: [], zone: 'Europe/Madrid', ...fields }
  return (await apiOf(url, token)(displays.pair, { body })).display
}

const layoutFaultsOn = (page: Page) => page.evaluate<string[]>(`(${layoutFaults})(document.body, { isScreen: true })`)

test('a screen is paired by its code, gets its playlist sorted and a message, and is removed @postgres @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const token = member.tokens.accessToken
  const boards = boardsOf(server.url, token)
  await boards.make('Breakfast')
  await boards.make('Evening')
  const { shortCode } = await beginPairing(server.url)
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Displays' }).click()
  await expect(page.getByText('No displays yet')).toBeVisible()
  await expectAccessibleInBothThemes()

  await page.getByRole('button', { name: 'Pair a screen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code' }).fill('K7PQ')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('A code has eight letters and digits')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('ZZZZ-9999')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No screen shows this code now')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(shortCode.toLowerCase().replace('-', ''))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('its code appeared')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Breakfast' })).toBeChecked()
  await expect(dialog.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Madrid')
  await dialog.getByRole('checkbox', { name: 'Evening' }).check()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kitchen')
  await expectAccessibleInBothThemes()
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click()

  await page.getByRole('link', { name: 'Kitchen' }).click()
  const playlist = page.getByRole('list', { name: 'Playlist' })
  await playlist.getByRole('button', { name: 'Reorder Evening, 2 of 2' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(playlist.getByRole('button', { name: 'Reorder Evening, 1 of 2' })).toBeVisible()
  const onlyDisplay = async () => (await apiOf(server.url, token)(displays.list, {})).displays[0]
  const [breakfast, evening] = await boards.read()
  await expect
    .poll(async () => (await onlyDisplay())?.entries.map(({ pageId }) => pageId))
    .toEqual([evening?._id, breakfast?._id])

  await page.getByRole('textbox', { name: 'A message' }).fill('Dinner is ready')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sent, but the display is offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await expect(page.getByText('Dark theme')).toBeVisible()
  await expectAccessibleInBothThemes()

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No displays yet')).toBeVisible()
  expect(await onlyDisplay()).toBeUndefined()
})

test("following a screen's QR picture leads to sign-in and then to pairing @sizes", async ({
  page,
  member,
  server,
}) => {
  const { code } = await beginPairing(server.url)
  await page.goto(`/displays?pair=${code}`)
  await login(page, member.user.email, member.password)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Hall')
  await dialog.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Hall' })).toBeVisible()
  await expect(page).toHaveURL(/\/displays$/)
})

test('the playlist shows a deleted page and hours in words, and long names fit on a phone', async ({
  page,
  member,
  signIn,
  server,
  expectAccessible,
}) => {
  const token = member.tokens.accessToken
  const boards = boardsOf(server.url, token)
  const [kept, toDelete] = [await boards.make(LONG), await boards.make('To delete')]
  const entries = [kept, toDelete].map(({ _id }) => ({ pageId: _id, seconds: 30, hours: null }))
  const made = await pairDisplay(server.url, token, {
    name: LONG,
    place: LONG.repeat(2),
    tags: ['x'.repeat(40)],
    entries,
  })
  await boards.remove(toDelete)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(member)
  await page.goto('/displays')
  await expect(page.getByRole('link', { name: LONG })).toBeVisible()
  expect(await layoutFaultsOn(page)).toEqual([])
  await page.goto(`/displays/${made._id}`)
  await page.getByRole('button', { name: 'Remove deleted page, 2 of 2' }).click()
  await expect(page.getByText('deleted page')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Off: a black screen' }).click()
  await dialog.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'In its own hours' }).click()
  await dialog.getByLabel('From').fill('22:00')
  await dialog.getByLabel('To').fill('06:00')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('From 22:00 to 06:00 the next day, every day')).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  await dialog.getByRole('textbox', { name: 'Zoom (%)' }).fill('150')
  await dialog.getByText('Night, language, frame and alerts').click()
  await dialog.getByRole('switch', { name: 'Pages slide' }).click()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Zoom 150 %')).toBeVisible()
  await expect(page.getByText('Pages change without sliding')).toBeVisible()
  expect(await layoutFaultsOn(page)).toEqual([])
})

test('administrators see the owners of all displays, and remove one', async ({
  page,
  member,
  newAdmin,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  await pairDisplay(server.url, member.tokens.accessToken, { name: 'Club' })
  await signIn(await newAdmin())
  await page.goto('/displays')
  await page.getByRole('link', { name: 'All displays' }).click()
  const remove = page.getByRole('button', { name: `Remove Club of ${member.user.username}` })
  await expect(remove).toBeVisible()
  await expectAccessibleInBothThemes()
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  // While the dialog is open, the button behind it counts as gone.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(remove).toHaveCount(0)
  expect((await apiOf(server.url, member.tokens.accessToken)(displays.list, {})).displays).toEqual([])
})
