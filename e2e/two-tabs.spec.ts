import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { LONG } from './long.ts'
import { type RunningServer, startServer } from './server.ts'
import { password } from './sign-in-form.ts'

const ROUNDS = LONG ? 200 : 40
const LAN = 'lan.test'
const SECRET = 'quiet lantern on the hill'

/**
 * The first account is an administrator. The test needs the audit page, which refetches when its browser tab becomes
 * visible, and only administrators may see it.
 */
async function register(page: Page, setupCode: string) {
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill('Marina')
  await page.getByLabel('Surname').fill('Ortega')
  await page.getByLabel('Username').fill('warden')
  await page.getByLabel('Email').fill('warden@example.com')
  await password(page).fill(SECRET)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(SECRET)
  await page.getByLabel('Setup code').fill(setupCode)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/')
}

/** Has the tab refetch all the time, like a live screen. */
function keepReading() {
  setInterval(() => dispatchEvent(new Event('visibilitychange')), 50)
}

/** Waits until the tab reads with another token than this one. */
const waitForOtherToken = (page: Page, token: string | null) =>
  page.waitForResponse(async (answer) => {
    if (!answer.url().includes('/api/v1/audit') || !answer.ok()) return false
    return (await answer.request().headerValue('authorization')) !== `Bearer ${token}`
  })

/** Replaces the shared access token by an invalid one. Returns the token that it replaced. */
function spendToken(round: number) {
  const token = localStorage.getItem('auth_access_token')
  localStorage.setItem('auth_access_token', `at_spent_${round}`)
  return token
}

type Fixtures = {
  /** Name under which the browser reaches a server of this test alone. */
  host: string
  testServer: RunningServer
  /** Browser that uses this name. */
  visitor: BrowserContext
}

const test = base.extend<Fixtures>({
  host: ['127.0.0.1', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  testServer: async ({}, use) => {
    const server = await startServer({ ALLOWED_HOSTS: LAN })
    await use(server)
    await server.stop()
  },
  visitor: async ({ host, testServer, playwright, launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${LAN} 127.0.0.1`]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    await use(await browser.newContext({ baseURL: testServer.url.replace('127.0.0.1', host) }))
    await browser.close()
  },
})

// A trace of hundreds of rounds would take longer than the rounds.
test.use({ trace: 'off' })

// http://127.0.0.1 has Web Locks, a plain-HTTP name of the LAN has none.
for (const [host, hasLocks] of [
  ['127.0.0.1', true],
  [LAN, false],
] as const) {
  test.describe(host, () => {
    test.use({ host })

    test(`C8 two tabs refresh ${ROUNDS} times and stay signed in`, async ({ visitor, testServer }) => {
      test.slow()
      const first = await visitor.newPage()
      await register(first, testServer.setupCode ?? '')
      const tabs = [first, await visitor.newPage()]
      for (const tab of tabs) {
        await tab.goto('/admin/audit')
        await expect(tab.getByRole('cell', { name: 'warden' }).first()).toBeVisible()
        expect(await tab.evaluate(() => 'locks' in navigator)).toBe(hasLocks)
        await tab.evaluate(keepReading)
      }

      const outcomes: number[] = []
      visitor.on('response', (response) => {
        if (response.url().endsWith('/auth/refresh')) outcomes.push(response.status())
      })
      for (let round = 0; round < ROUNDS; round++) {
        const token = await first.evaluate(spendToken, round)
        await Promise.all(tabs.map((tab) => waitForOtherToken(tab, token)))
      }
      await expect.poll(() => outcomes.length).toBeGreaterThanOrEqual(ROUNDS)
      expect(new Set(outcomes)).toEqual(new Set([200]))
      for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/admin/audit')
    })
  })
}
