import { dashboard } from '@atalaya/contract/dashboard'
import type { Page } from '@playwright/test'
import { type FakeSpotify, startFakeSpotify } from '../apps/server/src/testing/fake-spotify.ts'
import { apiOf } from '../scripts/lib/api.ts'
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

/** All that the browser keeps for this origin, as text. */
async function kept(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
    const texts = await Promise.all(answers.flat().map((answer) => answer.text()))
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return [{ ...localStorage }, { ...sessionStorage }, texts, databases]
  })
  return JSON.stringify([stored, await page.context().cookies()])
}

test('H5 no token and no password of a service stays in the browser @once', async ({
  page,
  member,
  signIn,
  spotify,
  server,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const params = { id: (await call(dashboard.create, { body: { name: 'Hall' } })).page._id }
  await call(dashboard.install, { params, body: { meta: { id: 'now-playing' }, config: { provider: 'mpd' } } })
  await signIn(member)
  await page.goto('/settings')
  const popup = await openSpotify(page)
  await popup.getByRole('link', { name: 'Agree' }).click()
  await expect(page.getByText('As Wanda.')).toBeVisible()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Edit configuration of Now playing' }).click()
  await page.getByLabel('Password of MPD').fill('canary of the jukebox')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/client')
  await expect(page.getByText('Enter the address of your MPD.')).toBeVisible()
  expect(spotify.control.grants).not.toEqual([])
  // A display keeps what it shows, also when it goes out of sight.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => kept(page)).toContain('Hall')
  const stored = await kept(page)
  expect(stored).toContain(member.user.username)
  expect(stored).not.toMatch(/(access|refresh)-[0-9a-f]{8}-|jukebox/)
})
