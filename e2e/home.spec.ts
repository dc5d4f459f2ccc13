import type { Page } from '@playwright/test'
import { boardsOf } from './boards.ts'
import { expect, test } from './fixtures.ts'

const GREETING = /^Good (morning|afternoon|evening), /

/** The value beside a term in the Personal Summary, such as `Role`. */
const valueBeside = (page: Page, word: string) =>
  page
    .getByRole('region', { name: 'Personal Summary' })
    .getByText(word, { exact: true })
    .locator('xpath=following-sibling::dd')

test('home greets, shows a summary, and guides a beginner to agent, page and display @mobile @sizes', async ({
  page,
  member,
  signIn,
  server,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: GREETING })).toContainText('Lucía')
  await expect(
    page.getByText('You have not registered any agents yet. Visit the agents section to register the first one.'),
  ).toBeVisible()
  for (const [word, text] of [
    ['Name', 'Lucía Navarro'],
    ['Email', member.user.email],
    ['Role', 'Usuario'],
    ['Linked Agents', 'No agents'],
    ['Running Agents', 'None active'],
    ['Next Birthday', /^17 May, (in \d+ days|tomorrow)$|^Today$/],
  ] as const) {
    await expect(valueBeside(page, word)).toHaveText(text)
  }
  for (const label of ['User', 'Active role', 'Last access', 'Linked agents', 'Running agents', 'Birthday']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Admin panel' })).toHaveCount(0)
  await expectAccessibleInBothThemes()

  // A page that is made over the API completes a step of the guide, too.
  await boardsOf(server.url, member.tokens.accessToken).make('Hall')
  await page.reload()
  await expect(page.getByRole('listitem').filter({ has: page.getByLabel('Done') })).toContainText('Make a page')
})

test('the links of home work by keyboard alone, with the users for an administrator', async ({
  page,
  admin,
  signIn,
}) => {
  await signIn(admin)
  for (const [name, path] of [
    ['Go to dashboards', '/dashboard'],
    ['Explore marketplace', '/marketplace'],
    ['Admin panel', '/admin/users'],
  ] as const) {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: GREETING })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const link = page.getByRole('link', { name, exact: true })
    for (let step = 0; step < 4 && !(await link.evaluate((element) => element === document.activeElement)); step += 1) {
      await page.keyboard.press('Tab')
    }
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
  }
})
