import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { type RunningServer, startServer } from './server.ts'

const PASSWORD = 'quiet lantern on the hill'

/** A server that listens for the whole network and has no account yet. */
const test = base.extend<{ fresh: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  fresh: async ({}, use) => {
    const server = await startServer({ HOST: '0.0.0.0' })
    await use(server)
    await server.stop()
  },
})

async function fill(page: Page, username: string) {
  await page.getByLabel('Name', { exact: true }).fill('Marina')
  await page.getByLabel('Surname').fill('Ortega')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD)
}

test('only the first account of a public server needs the setup code from its terminal', async ({
  page,
  browser,
  fresh,
  expectAccessibleInBothThemes,
}) => {
  await page.goto(`${fresh.url}/register`)
  const code = page.getByLabel('Setup code')
  await expect(code).toHaveAccessibleDescription(/The server prints this code when it starts/)
  await expectAccessibleInBothThemes()
  await fill(page, 'warden')
  const register = page.getByRole('button', { name: 'Register' })
  await register.click()
  await expect(page.getByRole('alert')).toContainText('The first account needs the setup code.')
  await code.fill('AAAA-BBBB-CCCC')
  await register.click()
  await expect(page.getByRole('alert')).toContainText('This is not the setup code.')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill((fresh.setupCode ?? '').toLowerCase())
  await register.click()
  await expect(page.getByRole('heading', { name: 'Marina' })).toBeVisible()

  const second = await browser.newPage()
  const answered = second.waitForResponse('**/auth/setup')
  await second.goto(`${fresh.url}/register`)
  expect(await (await answered).json()).toMatchObject({ data: { needsCode: false } })
  await fill(second, 'guest')
  await expect(second.getByLabel('Setup code')).toHaveCount(0)
  await second.getByRole('button', { name: 'Register' }).click()
  await expect(second.getByRole('heading', { name: 'Marina' })).toBeVisible()
  await second.close()
})
