import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { telemetry } from '@atalaya/contract/telemetry'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { makeCrowdedDisplay } from './crowded-display.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './within.ts'

test.use({ actionTimeout: 15_000 })

const DIALOG = '[role=dialog], [role=alertdialog]'
/** Selectors of the layers that open over a screen, by the role of the pressed control. */
const OPENED = {
  button: `${DIALOG}, [role=menu]`,
  menuitem: DIALOG,
  combobox: '[role=listbox]',
  checkbox: null,
}
const ANY_LAYER = `${OPENED.button}, ${OPENED.combobox}`

/** Controls that are pressed one after the other, each in the layer that the one before has opened. */
type Way = [role: keyof typeof OPENED, name: string | RegExp][]

const press = (name: string | RegExp): Way => [['button', name]]
const choose = (name: string | RegExp): Way => [['combobox', name]]
const within = (way: Way, ...inside: Way[]): Way[] => [way, ...inside.map((inner): Way => [...way, ...inner])]
const menu = (name: string, ...items: string[]): Way[] =>
  within(press(name), ...items.map((item): Way => [['menuitem', item]]))

/** Screens, with those of their menus, dialogs and lists that no other test checks. */
const screens: [path: string, ...ways: Way[]][] = [
  ['/', press(/^Activity/)],
  ['/agents', press('Register agent'), press('Filter')],
  [
    '/admin/agents',
    ...menu('Actions for valve', 'Send Command'),
    ...within(press('Send Command'), choose('Destination'), choose('Agents that are away')),
    press('Columns'),
    choose('Rows per page'),
  ],
  [
    '/agents/valve',
    ...menu('More actions', 'Name and tags', 'New token', 'Remove'),
    press('From – to'),
    press('Compare'),
    press('More charts'),
  ],
  ['/admin/audit', choose(/^By or to whom/), choose(/^Action/), press('Columns')],
  ['/admin/users', [['checkbox', 'Select all'], ...press('With the selected')], press('Columns')],
  [
    '/dashboard',
    ...menu('Actions for Hall', 'Edit Information', 'Deleted pages…', 'Delete'),
    press('Import'),
    press('Edit configuration of Agent'),
    ...within(press('Copy Agent…'), choose('To page')),
    press('What Agent costs'),
    ...within(press('Add module'), press('Add Agent'), press('Add Weather')),
  ],
  ['/displays', press('Pair a screen'), ...within(press('Tell several'), choose('Send to'), press('Brightness'))],
  [
    '/displays/wall',
    press('Name and tags'),
    press('Remove'),
    ...within(press('Add'), choose('What'), choose('When')),
    press(/^Edit deleted page/),
    ...within(press('Change'), choose('Theme'), choose('When nobody touches it')),
    press('Theme'),
    choose('Send to'),
    choose('A page'),
  ],
  ['/marketplace', ...within(press('Add Agent'), choose('Add to Page'))],
  ['/settings/appearance'],
  ['/activity'],
  ['/settings/language'],
  ['/activity/sending'],
  ['/settings/connections'],
  ['/alerts?show=rules'],
  ['/settings/tokens'],
  ['/account'],
  ['/settings/about'],
  ['/client'],
]

async function open(page: Page, way: Way): Promise<void> {
  let layer: string | null = null
  for (const [role, name] of way) {
    const scope = layer ? page.locator(layer).last() : page
    await scope.getByRole(role, { name, exact: true }).first().click()
    layer = OPENED[role] ?? layer
    if (layer) await expect(page.locator(layer).last()).toBeVisible()
  }
}

/** Closes all layers, the innermost first. */
async function close(page: Page): Promise<void> {
  const opened = page.locator(ANY_LAYER)
  for (let count = await opened.count(); count > 0; count = await opened.count()) {
    await page.keyboard.press('Escape')
    await expect.poll(() => opened.count()).toBeLessThan(count)
  }
}

/**
 * Makes enough agents for all tools of their lists: one has numbers and a waiting command. Also makes a page and a
 * display. Returns the ids to insert for `valve`, `wall` and `sending` in the addresses of `screens`.
 */
async function prepare(url: string, accessToken: string): Promise<Record<string, string>> {
  const call = apiOf(url, accessToken)
  const register = (name: string) => call(agents.register, { body: { name, tags: ['cellar'] } })
  await Promise.all(Array.from({ length: 12 }, (_, n) => register(`pump ${n}`)))
  const { agent, token } = await register('valve')
  const params = { id: agent.agentId }
  const metrics = { 'cpu.percent': 20, 'flow.litres': 3 }
  await apiOf(url, token)(telemetry.push, { params, body: { dataType: 'system', metrics } })
  const { batchId } = await call(commands.send, { query: {}, body: { command: 'ping', agentId: agent.agentId } })
  const boards = boardsOf(url, accessToken)
  await boards.put(await boards.make('Hall'), [0, 0, 4, 2], 'In the hall')
  const { _id: wall } = await makeCrowdedDisplay(url, accessToken)
  return { valve: agent.agentId, wall, sending: batchId }
}

/** While a list is open, the rest of the screen is hidden from screen readers. Tab must not lead there either. */
async function expectNoWayOut(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.locator('[aria-hidden=true] :focus')).toHaveCount(0)
}

const halves = {
  'home and agents': screens.filter(([path]) => /agents|^\/$/.test(path)),
  'everything else': screens.filter(([path]) => !/agents|^\/$/.test(path)),
}

for (const [name, half] of Object.entries(halves)) {
  test(`${name} and every dialog and menu over it pass axe in both themes`, async ({
    page,
    newAdmin,
    signIn,
    server,
    expectAccessibleInBothThemes,
  }) => {
    test.setTimeout(900_000)
    const warden = await newAdmin()
    const ids = await prepare(server.url, warden.tokens.accessToken)
    await signIn(warden)
    for (const [n, [path, ...ways]] of half.entries()) {
      const address = path.replace(/valve|wall|sending/, (name) => ids[name] ?? name)
      // The client is a separate program: no link of the router leads there.
      if (n === 0 || path === '/client') await page.goto(address)
      else await goWithin(page, address)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.locator('.animate-pulse:not(svg):visible, [role=status][aria-label^=Loading]')).toHaveCount(0)
      await test.step(path, () => expectAccessibleInBothThemes())
      for (const way of ways) {
        await test.step(`${path}: ${way.map(([, name]) => name).join(', ')}`, async () => {
          await open(page, way)
          await expectAccessibleInBothThemes(page, ANY_LAYER)
          if (way.at(-1)?.[0] === 'combobox') await expectNoWayOut(page)
          await close(page)
        })
      }
    }
  })
}
