import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay' }).click()
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click()

/** Opens a screen by the palette, so that the back button returns to the previous one. */
async function goTo(page: Page, screen: string) {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(screen)
  await page.getByRole('option', { name: screen, exact: true }).first().click()
}

test('a form with a change asks before the user leaves it in any way', async ({
  page,
  member,
  signIn,
  expectAccessibleInBothThemes,
}) => {
  await signIn(member)
  await page.goto('/settings')
  await goTo(page, 'Account')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await name.pressSequentially('Aurora')

  await test.step('by a link, by the palette and by the back button', async () => {
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expectAccessibleInBothThemes()
    await stay(page)
    await goTo(page, 'Settings')
    await stay(page)
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL('/account')
    await expect(name).toHaveValue('Aurora')
  })

  await test.step('by closing the tab', async () => {
    const opened = page.waitForEvent('dialog')
    const closed = page.close({ runBeforeUnload: true })
    const dialog = await opened
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await closed
    await expect(name).toHaveValue('Aurora')
  })

  await test.step('a saved or left form does not ask again', async () => {
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/settings')
    await page.goForward()
    await name.pressSequentially('!')
    await page.goBack()
    await leave(page)
    // While the question is open, the address is already the other one for a moment.
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.goForward()
    await expect(name).toHaveValue('Aurora')
  })
})

test('the back button asks in a dialog, too', async ({ page, member, signIn }) => {
  await signIn(member)
  await page.goto('/settings')
  await goTo(page, 'My agents')
  await page.getByRole('button', { name: 'Register agent' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Register agent' })
  await dialog.getByLabel('Name').pressSequentially('attic')
  await page.goBack()
  await stay(page)
  await expect(dialog.getByLabel('Name')).toHaveValue('attic')
  await page.goBack()
  await leave(page)
  await expect(page).toHaveURL('/settings')
})

test('a registration and the editor of a legal text ask before the user leaves them, too', async ({
  page,
  admin,
  signIn,
}) => {
  await page.goto('/register')
  await page.getByLabel('Surname').pressSequentially('Ruiz')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await stay(page)
  await expect(page.getByLabel('Surname')).toHaveValue('Ruiz')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await leave(page)
  await expect(page).toHaveURL('/login')

  await signIn(admin)
  await page.goto('/terms')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text').pressSequentially('More. ')
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await stay(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
})
