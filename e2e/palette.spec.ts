import { expect, test } from './fixtures.ts'

test('letters typed before the palette has loaded are not lost', async ({ page, admin, signIn }) => {
  await signIn(admin)
  let releaseCode = () => {}
  const released = new Promise<void>((resolve) => {
    releaseCode = resolve
  })
  await page.route(/\/assets\/command-palette-/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new pq')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  releaseCode()
  await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toHaveValue('new p')
  await page.keyboard.type('age')
  await expect(page.getByRole('combobox')).toHaveValue('new page')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New Page' })).toBeVisible()
})

test('Escape cancels the palette before it has loaded', async ({ page, member, signIn }) => {
  await signIn(member)
  const delivered = Promise.withResolvers<void>()
  await page.route(/\/assets\/command-palette-/, async (route) => {
    await delivered.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  const requested = page.waitForRequest(/\/assets\/command-palette-/)
  await page.keyboard.press('Control+k')
  await requested
  await page.keyboard.press('Escape')
  const arrived = page.waitForResponse(/\/assets\/command-palette-/)
  delivered.resolve()
  await (await arrived).finished()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
})

test('the palette finds a page of the account and passes axe @mobile @sizes', async ({
  page,
  member,
  signIn,
  expectAccessible,
  server,
}) => {
  const headers = { authorization: `Bearer ${member.tokens.accessToken}`, 'content-type': 'application/json' }
  await fetch(`${server.url}/api/v1/dashboard/pages`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Kitchen wall' }),
  })
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('kitchen')
  await expect(page.getByRole('option', { name: /Kitchen wall/ })).toBeVisible()
  await expectAccessible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\?page=/)
})
