import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import { makeCrowdedDisplay } from './crowded-display.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './within.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

/** Distance from the middle at which a finger may land, in px: targets are 44 high, and their ends may be round. */
const REACH_PX = 20.5

/** Controls that a finger would miss: a point above or below the middle belongs to another element. */
function findMissed({ reach, within }: { reach: number; within: string }): string[] {
  const controls =
    'button, input, textarea, [role=combobox], [role=option], [role^=menuitem], nav a, main a[class*=h-11]'
  const found: string[] = []
  for (const control of document.querySelector(within)?.querySelectorAll<HTMLElement>(controls) ?? []) {
    // Skips controls whose middle is beside the screen, and those that only screen readers see.
    control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const x = left + width / 2
    if (width < 2 || height < 2 || x < 0 || x > innerWidth || !control.checkVisibility({ visibilityProperty: true }))
      continue
    const middle = top + height / 2
    const isHit = (y: number) => {
      const hitElement = document.elementFromPoint(x, y)
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
      return hitElement !== null && (control.contains(hitElement) || label?.contains(hitElement) === true)
    }
    // A covered control is not to be hit at all.
    if (isHit(middle) && !(isHit(middle - reach) && isHit(middle + reach))) {
      found.push(`${control.getAttribute('aria-label') ?? control.textContent.slice(0, 40)}: ${Math.round(height)} px`)
    }
  }
  return found
}

test('all targets are large enough for a finger on a phone, on every screen and in open menus', async ({
  page,
  newAdmin,
  signIn,
  server,
}) => {
  test.setTimeout(180_000)
  const warden = await newAdmin()
  const call = apiOf(server.url, warden.tokens.accessToken)
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      call(agents.register, { body: { name: `attic-${n}`, tags: ['attic', 'pi'] } }),
    ),
  )
  const { agents: some } = await call(agents.list, { query: { page: 1, pageSize: 1 } })
  const crowded = await makeCrowdedDisplay(server.url, warden.tokens.accessToken)
  const faults: string[] = []
  const collectFaults = async (where: string, within = 'body') => {
    await expect(page.locator('[role=status][aria-label^=Loading]')).toHaveCount(0)
    await page.waitForFunction((within) => !document.querySelector(within)?.getAnimations().length, within)
    faults.push(...(await page.evaluate(findMissed, { reach: REACH_PX, within })).map((fault) => `${where}: ${fault}`))
  }
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await collectFaults(path)
  }
  await signIn(warden)
  // `goWithin` waits for another title, so screens with the same title are not neighbours.
  const screens = [
    ...['/alerts', '/agents', '/alerts?show=rules', `/agents/${some[0]?.agentId}`, '/activity', '/dashboard'],
    ...['/displays', `/displays/${crowded._id}`, '/displays?show=all'],
    ...['/marketplace', '/settings', '/account', '/admin/agents?sort=disk', '/admin/users', '/admin/audit'],
  ]
  await page.goto('/')
  for (const path of ['/', ...screens]) {
    if (path !== '/') await goWithin(page, path)
    await expect(page.getByRole('main')).toBeVisible()
    await collectFaults(path)
  }
  await page.goto('/admin/agents')
  await page.getByRole('button', { name: 'Filter' }).tap()
  await expect(page.getByRole('menu')).toBeVisible()
  await collectFaults('the filter', '[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send Command' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await collectFaults('a dialog', '[role=dialog]')
  await page.getByRole('combobox', { name: 'Destination' }).tap()
  await expect(page.getByRole('option', { name: 'All Agents' })).toBeVisible()
  await collectFaults('its list', '[role=dialog]:has([role=listbox])')
  expect(faults).toEqual([])
})
