import type { Page } from '@playwright/test'
import { type FakeSpotify, startFakeSpotify } from '../apps/server/src/testing/fake-spotify.ts'
import { test as base, expect } from './fixtures.ts'
import { startServer } from './server.ts'

/** The product beside a fake of Spotify on another origin. */
const test = base.extend<object, { spotify: FakeSpotify }>({
  spotify: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const spotify = await startFakeSpotify()
      await use(spotify)
      await spotify.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ spotify }, use) => {
      const server = await startServer(spotify.settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** Clicks the button of the settings and answers Spotify's window. */
async function openSpotify(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect Spotify' }).click()
  return opened
}
const keys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('spotify_auth')))

test('F9 Spotify is connected in its own window, also where Spotify cuts that window off @once', async ({
  page,
  member,
  signIn,
  spotify,
  expectAccessible,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  await expectAccessible()
  for (const cutsOpener of [false, true]) {
    spotify.control.cutsOpener = cutsOpener
    const popup = await openSpotify(page)
    await popup.getByRole('link', { name: 'Agree' }).click()
    await expect(popup.getByText('Spotify is connected')).toBeVisible()
    expect(await popup.evaluate(() => window.opener !== null)).toBe(!cutsOpener)
    await expect(page.getByText('As Wanda.')).toBeVisible()
    // The window that asked has heard of it, and tidied up.
    await expect.poll(() => keys(page)).toEqual([])
    await popup.close()

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  }

  const popup = await openSpotify(page)
  await popup.getByRole('link', { name: 'Cancel' }).click()
  await expect(popup.getByRole('alert')).toHaveText('Error de autenticación: access_denied')
  await expectAccessible(popup)
})
