import type { Locator } from '@playwright/test'
import { createMachine, type Machine } from './agent-process.ts'
import { test as base, expect } from './fixtures.ts'

const test = base.extend<{ machine: Machine }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  machine: async ({}, use) => {
    const machine = await createMachine()
    await use(machine)
    await machine.remove()
  },
})

test.use({ hasShortTimes: true })

/** Collects the texts of an element from now on, even short-lived ones. */
const collectTexts = (element: Locator) =>
  element.evaluateHandle((shown) => {
    const texts: string[] = []
    const record = () => texts.push(shown.textContent)
    new MutationObserver(record).observe(shown, { subtree: true, childList: true, characterData: true })
    return texts
  })

test('the shown command line brings an agent online, and killed and stopped agents get their own states', async ({
  page,
  member,
  signIn,
  machine,
}) => {
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByLabel('Name', { exact: true }).fill('attic')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run attic' })
  const line = (await dialog.getByRole('code').textContent()) ?? ''
  const agent = machine.run(line)
  await expect(dialog.getByText(/^Connected: /)).toBeVisible()
  await page.keyboard.press('Escape')

  const card = page.getByRole('list', { name: 'My agents' }).getByRole('listitem').filter({ hasText: 'attic' })
  await expect(card).toContainText('Online')
  await expect(card).toContainText(/CPU[\d.]+ %Memory[\d.]+ %Disk[\d.]+ %/)

  const texts = await collectTexts(card)
  await agent.kill()
  await expect(card).toContainText('Offline')
  expect(await texts.jsonValue()).toContainEqual(expect.stringContaining('Reconnecting'))
  const again = machine.run(line)
  await expect(card).toContainText('Online')
  // An agent that signs off is not waited for.
  const textsThen = await collectTexts(card)
  await again.stop()
  await expect(card).toContainText('Offline')
  expect(await textsThen.jsonValue()).not.toContainEqual(expect.stringContaining('Reconnecting'))
})

test('a new token revokes the old one at once', async ({ page, member, signIn, machine }) => {
  await signIn(member)
  await page.goto('/agents')
  await page.getByRole('button', { name: 'Register agent' }).click()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  const first = page.getByRole('dialog')
  machine.run((await first.getByRole('code').textContent()) ?? '')
  await first.getByRole('link', { name: 'Open agent' }).click()
  await expect(page.getByText('Online', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New token' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  const second = page.getByRole('dialog', { name: /^Run / })
  await expect(second.getByText('Waiting for the agent to connect...')).toBeVisible()
  machine.run((await second.getByRole('code').textContent()) ?? '')
  await expect(second.getByText(/^Connected: /)).toBeVisible()
})
