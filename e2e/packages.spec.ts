import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { test as base, expect } from './fixtures.ts'
import { builtArchive, FRAME_TIMEOUT } from './modules.ts'

/** A weather service on this machine; the server under test may ask it. */
const test = base.extend<{ service: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  service: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end('{"current":{"temperature_2m":17.6,"wind_speed_10m":12}}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})
// Removes the fixtures' extra header, which would make requests for the frame's files need a preflight.
test.use({ extraHTTPHeaders: {} })
test.setTimeout(180_000)

const packages = (page: Page) => page.getByRole('region', { name: 'Packages' })
/** Other tests on the same server may install packages, too. */
const weather = (page: Page) => packages(page).getByRole('listitem').filter({ hasText: 'Weather now' })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function upload(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('Package file').setInputFiles({ name, mimeType: 'application/gzip', buffer })
}

async function expectPermissions(page: Page, texts: string[]) {
  const lines = dialog(page).getByRole('list', { name: 'Permissions' }).getByRole('listitem')
  await expect(lines).toHaveText(texts)
}

/** By keyboard: the last toast may lie over the button. */
const manage = (page: Page) => page.getByRole('button', { name: 'Manage Weather now' }).press('Enter')

test('an administrator installs a package, updates it, rolls it back and removes it', async ({
  page,
  admin,
  signIn,
  server,
  service,
  expectAccessibleInBothThemes,
}) => {
  const id = 'weather-walk'
  const url = `${service}/v1?at={config.latitude},{config.longitude}&current={values}`
  const first = { id, name: 'Weather now', version: '1.0.0', requests: { current: { url } } }
  const news = { url: 'https://news.example.org/today' }
  const second = { ...first, version: '1.1.0', requests: { current: { url }, news }, permissions: { agents: 'read' } }
  const board = await boardsOf(server.url, admin.tokens.accessToken).make('Weather')
  await signIn(admin)
  await page.goto('/marketplace')

  await test.step('a file that is no package is refused with a reason', async () => {
    await upload(page, 'broken.tgz', Buffer.from('no archive'))
    await expect(packages(page).getByRole('alert')).toContainText('archive')
  })

  await test.step('a package with permissions runs once they are accepted', async () => {
    await upload(page, 'weather.tgz', await builtArchive('weather-now', first))
    await expect(dialog(page)).toContainText('Run Weather now 1.0.0')
    await expectPermissions(page, [`Asks ${service} through this serverNew`, 'Stores up to 64 KiB for each widgetNew'])
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Accept and run' }).click()
    await expect(weather(page).getByText('1.0.0 running')).toBeVisible()
  })

  await test.step('the module is previewed with its sample data, and added to a page', async () => {
    await page.getByRole('button', { name: 'Add Weather now' }).click()
    await expect(dialog(page)).toContainText(`Asks ${service} through this server.`)
    await expect(page.frameLocator('iframe[title="Weather now"]').getByText('21 °C')).toBeVisible(FRAME_TIMEOUT)
    await dialog(page).getByRole('combobox', { name: 'Add to Page' }).click()
    await page.getByRole('option', { name: board.name }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  const tile = page.getByRole('article', { name: 'Weather now' })
  await test.step('the widget requests its service through the server', async () => {
    await boardsOf(server.url, admin.tokens.accessToken).activate(board)
    await page.goto('/dashboard')
    await expect(page.frameLocator('iframe[title="Weather now"]').getByText('18 °C')).toBeVisible(FRAME_TIMEOUT)
    const cost = tile.getByRole('button', { name: 'What Weather now costs' })
    if (await cost.isVisible()) {
      await cost.click()
      const figures = page.getByRole('dialog')
      await expect(figures).toContainText(/Load time\d+ ms/)
      await expect(figures).toContainText('55 B in 1 request')
      await expect(figures).toContainText('Errors0')
      await expect(figures).toContainText(/Next refresh\d/)
      await page.keyboard.press('Escape')
    }
    await expectAccessibleInBothThemes()
  })

  await test.step('an update with more permissions waits, and shows the new permissions', async () => {
    await page.goto('/marketplace')
    await upload(page, 'weather.tgz', await builtArchive('weather-now', second))
    await expectPermissions(page, [
      'Asks https://news.example.org through this serverNew',
      'Reads the agents that are chosen in its formNew',
      `Asks ${service} through this serverAs before`,
      'Stores up to 64 KiB for each widgetNo longer',
    ])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(weather(page).getByText('1.0.0 running')).toBeVisible()
    await expect(weather(page).getByText('1.1.0 not running')).toBeVisible()
    await manage(page)
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Run 1.1.0' }).click()
    await page.getByRole('button', { name: 'Accept and run' }).click()
    await expect(weather(page).getByText('1.1.0 running')).toBeVisible()
  })

  await test.step('a rollback restores the previous version, and the other one is removed', async () => {
    await manage(page)
    await page.getByRole('button', { name: 'Roll back to 1.0.0' }).click()
    await page.getByRole('button', { name: 'Accept and run' }).click()
    await expect(weather(page).getByText('1.0.0 running')).toBeVisible()
    await manage(page)
    await page.getByRole('button', { name: 'Remove version 1.1.0' }).click()
    await expect(dialog(page).getByRole('listitem', { name: 'Version 1.1.0' })).toHaveCount(0)
  })

  await test.step('after the package is removed, its widgets keep their place and report it', async () => {
    await page.getByRole('button', { name: 'Remove package' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Manage Weather now' })).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(tile.getByRole('alert')).toContainText('This module is no longer in the catalogue.')
    expect(await boardsOf(server.url, admin.tokens.accessToken).positions(board)).toHaveLength(1)
  })
})
