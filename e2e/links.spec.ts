import { test as base, expect } from './fixtures.ts'
import { startServer } from './server.ts'

/** A server of somebody who has a site and a fork of their own. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const addresses = {
        LANDING_URL: 'https://club.example.org/"home"',
        SOURCE_URL: 'https://git.example.org/fork?a=1&b=2',
      }
      const server = await startServer(addresses)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test('the logo and the link to the source have the addresses set by the installation', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: admin.user.name })).toBeVisible()
  const source = page.getByRole('link', { name: 'GitHub (opens in a new tab)' })
  await expect(source).toHaveAttribute('href', 'https://git.example.org/fork?a=1&b=2')
  const logo = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link').first()
  await expect(logo).toHaveAttribute('href', 'https://club.example.org/"home"')
})
