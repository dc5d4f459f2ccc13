import type { modules } from '@atalaya/contract/modules'
import type { Data } from '@atalaya/contract/route'
import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const MANY = 500

/** Replaces the catalogue that the page gets by one of 500 modules. */
async function fillCatalogue(page: Page) {
  await page.route('**/api/v1/modules', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Data<typeof modules.list> }
    const template = data.modules.find(({ id }) => id === 'agent-status')
    const many = Array.from({ length: MANY }, (_, index) => {
      const number = String(index + 1).padStart(3, '0')
      return { ...template, id: `lamp-${number}`, name: `Lamp ${number}`, category: index % 2 ? 'home' : 'utilities' }
    })
    await route.fulfill({ response, json: { success: true, data: { modules: many } } })
  })
}

test('the first module is in the upper two thirds of a small screen, below one line of figures @sizes', async ({
  page,
  member,
  signIn,
}) => {
  await signIn(member)
  await page.goto('/marketplace')
  const first = page.getByRole('list', { name: 'Modules' }).getByRole('listitem').first()
  await expect(first).toBeVisible()
  const { height = 0 } = page.viewportSize() ?? {}
  expect((await first.boundingBox())?.y).toBeLessThan((height * 2) / 3)
  for (const name of ['Modules available', 'Categories', 'Installed in dashboards', 'Current results']) {
    expect((await page.getByRole('region', { name }).boundingBox())?.height).toBeLessThan(50)
  }
})

const last = `Lamp ${MANY}`

test('a catalogue of hundreds can be scrolled, filtered and reached by the keyboard', async ({
  page,
  member,
  signIn,
  expectAccessible,
}) => {
  await fillCatalogue(page)
  await signIn(member)
  await page.goto('/marketplace')
  await expect(page.getByText(`${MANY} results`)).toBeVisible()
  const cards = page.getByRole('list', { name: 'Modules' }).getByRole('listitem')
  await expect(cards.first()).toHaveAttribute('aria-setsize', String(MANY))
  // Cards far from the window are not rendered.
  expect(await cards.count()).toBeLessThan(60)
  await expectAccessible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible()

  await page.keyboard.press('End')
  await expect(page.getByRole('article', { name: last })).toBeInViewport()
  await expect(cards.last()).toHaveAttribute('aria-posinset', String(MANY))
  await page.getByRole('button', { name: `Add ${last}` }).focus()
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: `Add Lamp ${MANY - 8}` })).toBeFocused()

  await page.keyboard.press('Home')
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await search.fill('lamp 49')
  await expect(page.getByText('10 results')).toBeVisible()
  await expect(cards).toHaveCount(10)
  await page.getByRole('button', { name: 'home', exact: true }).click()
  await expect(page).toHaveURL(/q=lamp\+49&category=home/)
  await page.reload()
  await expect(cards).toHaveCount(5)
  await page.getByRole('button', { name: 'Add Lamp 492' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Lamp 492' })).toBeVisible()
  await expectAccessible()
})

test("a catalogue of hundreds can be scrolled inside the editor's dialog", async ({ page, member, signIn, server }) => {
  await fillCatalogue(page)
  await boardsOf(server.url, member.tokens.accessToken).make('Hall')
  await signIn(member)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add module' }).click()
  const cards = page.getByRole('dialog').getByRole('list', { name: 'Modules' }).getByRole('listitem')
  await expect(cards.first()).toHaveAttribute('aria-setsize', String(MANY))
  expect(await cards.count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Add Lamp 001' }).focus()
  // Unseen cards have an estimated height, so the first press may stop above the end.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('article', { name: last })).toBeInViewport({ timeout: 5_000 })
  }).toPass()
  expect(await cards.count()).toBeLessThan(60)
})
