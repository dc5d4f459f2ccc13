import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { makeCrowdedDisplay } from './crowded-display.ts'
import { expect, test } from './fixtures.ts'
import { layoutFaults } from './layout-faults.ts'
import { goWithin } from './within.ts'

const WIDTHS = [320, 390, 768, 1024, 1440, 2560]
const AGENTS = 300
const PAGES = 100
const CONCURRENCY = 20
/** Names of the maximum length, with and without a place to break. */
const LONG = 'The long name of the machine under the stairs of the house beside the old mill x'
const UNBROKEN = 'x'.repeat(80)

async function makeMany(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += CONCURRENCY) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count - n) }, (_, k) => make(n + k)))
  }
}

/** Faults of the screen as it stands, at each width. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForFunction((width) => innerWidth === width, width)
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    })
    const found = await page.evaluate<string[]>(`(${layoutFaults})(document.body, { isScreen: true })`)
    faults.push(...found.map((fault) => `${path} at ${width} px: ${fault}`))
  }
  return faults
}

test('long names, 100 pages and 300 agents break no screen at any width', async ({
  page,
  newAdmin,
  signIn,
  server,
}) => {
  test.setTimeout(240_000)
  const warden = await newAdmin()
  const call = apiOf(server.url, warden.tokens.accessToken)
  await call(auth.editMe, { body: { name: LONG, surname: UNBROKEN } })
  const registered = await call(agents.register, { body: { name: UNBROKEN, tags: ['x'.repeat(30)] } })
  await makeMany(AGENTS - 1, (n) =>
    call(agents.register, { body: { name: `${n} ${LONG}`.slice(0, 80), tags: ['attic'] } }),
  )
  const crowded = await makeCrowdedDisplay(server.url, warden.tokens.accessToken)
  // The display has made one more page.
  await makeMany(PAGES - 1, (n) =>
    call(dashboard.create, { body: { name: n % 2 === 0 ? UNBROKEN : `${n} ${LONG}`.slice(0, 80) } }),
  )

  const faults: string[] = []
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    faults.push(...(await faultsOf(page, path)))
  }
  await signIn(warden)
  // `goWithin` waits for another title, so screens with the same title are not neighbours.
  const screens = [
    '/settings',
    '/agents',
    '/settings/appearance',
    `/agents/${registered.agent.agentId}`,
    '/settings/language',
    '/activity',
    '/displays',
    `/displays/${crowded._id}`,
    '/displays?show=all',
    '/settings/connections',
    '/dashboard',
    '/settings/about',
    '/marketplace',
    '/settings/tokens',
    '/account',
    '/admin/agents',
    '/admin/users',
    '/admin/audit',
  ]
  await page.goto('/')
  for (const path of ['/', ...screens, '/client']) {
    if (path === '/client') await page.goto(path)
    else if (path !== '/') await goWithin(page, path)
    await expect(page.getByRole('main')).toBeVisible()
    // Waits for placeholders to go. The sign of an online agent (an svg) pulses forever.
    await expect(page.locator('.animate-pulse:not(svg):visible')).toHaveCount(0)
    faults.push(...(await faultsOf(page, path)))
  }
  expect(faults).toEqual([])

  await page.goto('/admin/agents?tag=attic')
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of ['Views', 'CSV']) await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
})
