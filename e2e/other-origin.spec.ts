import { auth } from '@atalaya/contract/auth'
import { apiOf } from '@atalaya/testbed/api'
import { createClientElsewhere } from './client-elsewhere.ts'
import { test as base, expect } from './fixtures.ts'
import { builtArchive } from './modules.ts'
import { startServer } from './server.ts'
import { login } from './sign-in-form.ts'

type Client = Awaited<ReturnType<typeof createClientElsewhere>>

/** A server that knows a client elsewhere, and that client, built for it. */
const test = base.extend<object, { client: Client }>({
  client: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const client = await createClientElsewhere()
      await use(client)
      await client.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ client }, use) => {
      const server = await startServer({ CORS_ORIGINS: client.origin() })
      await client.build(server.url)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
// Removes the fixtures' extra header, which would make every request need a preflight.
test.use({ extraHTTPHeaders: {}, serviceWorkers: 'allow' })

test('a client on another origin signs in, refreshes, gets live events, uploads and signs out', async ({
  page,
  client,
  server,
  admin,
  newAccount,
}) => {
  test.slow()
  const token = (key: string) => page.evaluate((name) => localStorage.getItem(name), `auth_${key}_token`)

  await test.step("the client signs in, and refreshes with the server's cookie", async () => {
    await page.goto(`${client.origin()}/account`)
    await login(page, admin.user.email, admin.password)
    await expect(page.getByText('This session')).toBeVisible()
    const before = await token('refresh')
    await page.evaluate(() => localStorage.setItem('auth_access_token', 'at_expired'))
    await page.reload()
    await expect(page.getByText('This session')).toBeVisible()
    expect(await token('refresh')).not.toBe(before)
  })

  await test.step('the client saves changes, and gets changes by others at once', async () => {
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Aurora')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    const elsewhere = await newAccount()
    await page.goto(`${client.origin()}/admin/users`)
    const row = page.getByRole('row').filter({ hasText: elsewhere.user.username })
    await expect(row).toBeVisible()
    await apiOf(server.url, elsewhere.tokens.accessToken)(auth.editMe, { body: { surname: 'Renamed' } })
    await expect(row).toContainText('Renamed')
  })

  await test.step('the client installs a package, and shows its running module in a frame', async () => {
    await page.goto(`${client.origin()}/marketplace`)
    const buffer = await builtArchive('weather-now', { id: 'weather-walk', name: 'Weather now', version: '1.0.0' })
    await page.getByLabel('Package file').setInputFiles({ name: 'weather.tgz', mimeType: 'application/gzip', buffer })
    await page.getByRole('button', { name: 'Accept and run' }).click()
    await page.getByRole('button', { name: 'Add Weather now' }).click()
    await expect(page.frameLocator('iframe[title="Weather now"]').getByText('21 °C')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('an agent gets the address of the server, not of the client', async () => {
    await page.goto(`${client.origin()}/agents`)
    await page.getByRole('button', { name: 'Register agent' }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('code')).toContainText(`--server ${server.url}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close anyway' }).click()
  })

  await test.step('after the sign-out the session has ended, and other origins get no data', async () => {
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    const ended = page.waitForResponse('**/auth/logout')
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    expect((await ended).ok()).toBe(true)
    await page.goto(`${client.origin('localhost')}/login`)
    await login(page, admin.user.email, admin.password)
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached')
  })
})
