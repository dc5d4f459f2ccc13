import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { boardsOf } from './boards.ts'
import { expect, registerAt, test } from './fixtures.ts'
import { startServer } from './server.ts'

test('a display opens while the server is away, says how old its data is, and comes back by itself @once', async ({
  browser,
}) => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'atalaya-display-'))
  const server = await startServer({ DATA_DIR })
  const account = await registerAt(server.url)
  const boards = boardsOf(server.url, account.tokens.accessToken)
  const board = await boards.make('Hall')
  await boards.put(board, [0, 0, 2, 2], 'Beside the door')

  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/theme.js')
  await page.evaluate(
    ([user, access, refresh]) => {
      localStorage.setItem('auth_user', user)
      localStorage.setItem('auth_refresh_token', refresh)
      localStorage.setItem('auth_access_token', access)
    },
    [JSON.stringify(account.user), account.tokens.accessToken, account.tokens.refreshToken] as const,
  )
  await page.goto('/client')
  const widget = page.getByRole('article', { name: 'Agent' })
  await expect(widget).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(widget).toBeVisible()
  // Leaving the page makes it remember; so does every half minute.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(() => page.evaluate(async () => (await caches.match('/display-memory')) !== undefined)).toBe(true)

  await server.stop()
  await page.goto('/client')
  await expect(widget).toBeVisible()
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible({ timeout: 30_000 })

  const again = await startServer({ DATA_DIR, PORT: new URL(server.url).port })
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeHidden({ timeout: 30_000 })
  await boards.make('New since')
  await expect(page.locator('li[aria-label="New since"]')).toBeAttached({ timeout: 30_000 })

  await context.close()
  await again.stop()
  await rm(DATA_DIR, { recursive: true, force: true })
})
