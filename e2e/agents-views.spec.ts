import { agents } from '@atalaya/contract/agents'
import { apiOf } from '@atalaya/testbed/api'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const MACHINES = 12

/** Registers machines; every other one has a tag. */
async function register(url: string, accessToken: string): Promise<void> {
  const call = apiOf(url, accessToken)
  for (let n = 0; n < MACHINES; n++) {
    await call(agents.register, { body: { name: `machine ${n}`, tags: n % 2 === 0 ? ['attic'] : [] } })
  }
}

const views = (page: Page, name = 'Views') => page.getByRole('button', { name, exact: true })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function saveAs(page: Page, name: string, button?: string): Promise<void> {
  await views(page, button).click()
  await item(page, 'Save as a view…').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
  await expect(views(page, name)).toBeVisible()
}

test('a view saves filters, order and columns under a separate address', async ({
  page,
  newAdmin,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  const warden = await newAdmin()
  await register(server.url, warden.tokens.accessToken)
  await signIn(warden)
  await page.goto('/admin/agents')
  await expect(page.getByRole('button', { name: 'Filter' })).toBeVisible()
  await expect(views(page)).toHaveCount(0)
  const columns = page.getByRole('columnheader')

  await page.goto(`/admin/agents?tag=attic&sort=name&ownerId=${warden.user._id}`)
  await saveAs(page, 'The attic')
  await expect(page).toHaveURL(/\?view=the-attic&/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'IP' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Disk' }).click()
  await page.keyboard.press('Escape')
  await expect(columns.filter({ hasText: 'Disk' })).toBeVisible()

  await test.step('the columns of the view are not used outside of it', async () => {
    await page.goto('/admin/agents')
    await expect(columns.filter({ hasText: 'IP' })).toBeVisible()
    await expect(columns.filter({ hasText: 'Disk' })).toHaveCount(0)
  })

  await test.step('the address alone opens the view with all its choices', async () => {
    await page.goto('/admin/agents?view=the-attic')
    await expect(page.getByText(`${MACHINES / 2} results`, { exact: true })).toBeVisible()
    await expect(columns.filter({ hasText: 'Disk' })).toBeVisible()
    await expect(columns.filter({ hasText: 'IP' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await views(page, 'The attic').click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'The attic' })).toBeChecked()
    await expectAccessibleInBothThemes()
    await page.keyboard.press('Escape')
  })

  await test.step('a changed view can be updated or left', async () => {
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await views(page, 'The attic').click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'The attic' })).not.toBeChecked()
    await item(page, 'Update “The attic”').click()
    await page.goto('/admin/agents?view=the-attic')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/admin\/agents$/)
    await expect(columns.filter({ hasText: 'IP' })).toBeVisible()
  })

  await test.step('by keyboard alone the view is opened, renamed and deleted', async () => {
    // A menu that opens under the pointer would move the focus there.
    await page.mouse.move(0, 0)
    await views(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\?view=the-attic&/)
    await views(page, 'The attic').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemcheckbox', { name: 'The attic' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem').last()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(item(page, 'Rename…')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.keyboard.type('Under the roof')
    await page.keyboard.press('Enter')
    await expect(views(page, 'Under the roof')).toBeVisible()
    await expect(page).toHaveURL(/\?view=the-attic&/)
    await views(page, 'Under the roof').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemcheckbox', { name: 'Under the roof' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(item(page, 'Delete…')).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await expect(views(page)).toBeVisible()
    await page.goto('/admin/agents?view=the-attic')
    await expect(page.getByText('You have no view of this address')).toBeVisible()
  })
})

test('columns, rows and views follow the user to another tab at once, and to another browser', async ({
  page,
  context,
  browser,
  member,
  signIn,
  server,
}) => {
  await register(server.url, member.tokens.accessToken)
  await signIn(member)
  await page.goto('/agents')
  const second = await context.newPage()
  await second.goto('/agents')
  await expect(second.getByRole('button', { name: 'Rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Rows' }).click()
  await expect(page.getByRole('table', { name: 'My agents' })).toBeVisible()
  await expect(second.getByRole('table', { name: 'My agents' })).toBeVisible()
  await second.getByRole('button', { name: 'Columns' }).click()
  await second.getByRole('menuitemcheckbox', { name: 'System' }).click()
  await expect(page.getByRole('columnheader', { name: 'System' })).toBeVisible()
  await page.getByRole('button', { name: 'Busiest CPU' }).click()
  await saveAs(page, 'Busy')

  const elsewhere = await browser.newContext({ storageState: await context.storageState(), baseURL: server.url })
  const third = await elsewhere.newPage()
  await third.goto('/agents?view=busy')
  await expect(third.getByRole('button', { name: 'Busiest CPU' })).toHaveAttribute('aria-pressed', 'true')
  await expect(third.getByRole('columnheader', { name: 'System' })).toBeVisible()
  await elsewhere.close()
})
