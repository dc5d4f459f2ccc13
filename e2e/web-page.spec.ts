import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { test as base, expect } from './fixtures.ts'

/**
 * A site on this machine with two pages. One may be framed, and tries to get at the page around it; the other may not.
 */
const test = base.extend<{ site: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  site: async ({}, use) => {
    const server = createServer(({ url }, response) => {
      response.setHeader('content-type', 'text/html')
      if (url === '/closed') response.setHeader('x-frame-options', 'DENY')
      response.end(`<p id="kept"></p><p id="reached">nothing</p><script>
        localStorage.visits = Number(localStorage.visits ?? 0) + 1
        kept.textContent = 'visit ' + localStorage.visits
        try { reached.textContent = top.localStorage.length } catch {}
        try { top.location = '/elsewhere' } catch {}
      </script>`)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
})
// Removes the fixtures' extra header, which would make requests for the site's files need a preflight.
test.use({ extraHTTPHeaders: {} })

test('a web page is shown in a sandboxed frame with separate storage, and a refused one is reported', async ({
  page,
  site,
  member,
  server,
  signIn,
}) => {
  const call = apiOf(server.url, member.tokens.accessToken)
  const { page: board } = await call(dashboard.create, { body: { name: 'Hallway' } })
  for (const address of [`${site}/open`, `${site}/closed`]) {
    const body = { meta: { id: 'web-page' }, config: { address } }
    await call(dashboard.install, { params: { id: board._id }, body })
  }
  await signIn(member)
  await page.goto('/dashboard')
  const inside = page.frameLocator('article[aria-label="Web page"] iframe').frameLocator('iframe')
  await expect(inside.locator('#kept')).toHaveText('visit 1')
  await expect(inside.locator('#reached')).toHaveText('nothing')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByText('127.0.0.1 does not let itself be shown on other pages.')).toBeVisible()
})
