import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { type FakeSpotify, startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import type { Page } from '@playwright/test'
import { startStandInMpd } from '../packages/now-playing/src/testing/stand-in-mpd.ts'
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

// Searches the caches of the service worker, too.
test.use({ serviceWorkers: 'allow' })

/** Clicks the button in the settings. Returns the window of Spotify. */
async function openSpotify(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Connect Spotify' }).click()
  return opened
}
/** Keys of an unfinished sign-in at Spotify. */
const spotifyKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('spotify_auth')))

/** All that the browser keeps for this origin, as text. */
async function readStorage(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const answers = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
    const texts = await Promise.all(answers.flat().map((answer) => answer.text()))
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return [{ ...localStorage }, { ...sessionStorage }, texts, databases]
  })
  return JSON.stringify([stored, await page.context().cookies()])
}

test('F9 Spotify is connected in a separate window, even if Spotify cuts off its opener', async ({
  page,
  member,
  signIn,
  spotify,
  expectAccessible,
}) => {
  // Several windows are opened, and looked at in full: a busy machine takes its time.
  test.setTimeout(150_000)
  await signIn(member)
  await page.goto('/settings/connections')
  await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  await expectAccessible()
  for (const cutsOpener of [false, true]) {
    spotify.control.cutsOpener = cutsOpener
    const popup = await openSpotify(page)
    await popup.getByRole('link', { name: 'Agree' }).click()
    await expect(popup.getByText('Spotify is connected')).toBeVisible()
    expect(await popup.evaluate(() => window.opener !== null)).toBe(!cutsOpener)
    await expect(page.getByText('As Wanda.')).toBeVisible()
    // The window that asked has the result, and has tidied up.
    await expect.poll(() => spotifyKeys(page)).toEqual([])
    expect(await readStorage(page)).not.toMatch(/(access|refresh)-[0-9a-f]{8}-/)
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

/** Tries come 5, 10 and 20 s after each other. */
const TIMEOUT_OPTIONS = { timeout: 60_000 }
const MPD_PASSWORD = 'canary of the jukebox'

test('H5 no password of a service stays in the browser, and a killed player is reported until it is back', async ({
  page,
  member,
  signIn,
  server,
}) => {
  test.setTimeout(150_000)
  let mpd = await startStandInMpd(MPD_PASSWORD)
  mpd.set({ state: 'play', song: { file: 'a.flac', tags: { Title: 'Signal' }, durationS: 600 } })
  const call = apiOf(server.url, member.tokens.accessToken)
  const params = { id: (await call(dashboard.create, { body: { name: 'Hall' } })).page._id }
  await call(dashboard.install, {
    params,
    body: { meta: { id: 'now-playing' }, config: { provider: 'mpd', host: '127.0.0.1', port: mpd.port } },
  })
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Edit configuration of Now playing' }).click()
  await page.getByLabel('Password of MPD').fill(MPD_PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/client')
  await expect(page.getByText('Signal', { exact: true })).toBeVisible()
  // Has the display cache its content, as it does when it goes out of sight.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => readStorage(page)).toContain('Hall')
  const stored = await readStorage(page)
  expect(stored).toContain(member.user.username)
  expect(stored).not.toMatch(/jukebox/)

  await mpd.stop()
  const age = page.getByTitle(/^MPD /)
  await expect(age).toHaveText(/as of/, TIMEOUT_OPTIONS)
  // The last data stay, and the display goes on.
  await expect(page.getByText('Signal', { exact: true })).toBeVisible()
  mpd = await startStandInMpd(MPD_PASSWORD, mpd.port)
  mpd.set({ state: 'play', song: { file: 'b.flac', tags: { Title: 'Embers' }, durationS: 600 } })
  await expect(page.getByText('Embers', { exact: true })).toBeVisible(TIMEOUT_OPTIONS)
  await expect(age).toHaveCount(0)
  await mpd.stop()
})
