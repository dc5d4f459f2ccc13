import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openDialog(page: Page, username: string, item: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  return dialog
}

const filter = (page: Page) => page.getByPlaceholder('Filter emails...')

test.beforeEach(async ({ admin, member, signIn, page }) => {
  expect(admin.user.role).toBe('admin')
  await signIn(admin)
  await page.goto('/admin/users')
  await filter(page).fill(member.user.email)
  await expect(row(page, member.user.username)).toBeVisible()
})

test('the screen, its row menu and its five dialogs are accessible @mobile @sizes', async ({
  page,
  member,
  expectAccessibleInBothThemes,
}) => {
  test.slow()
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: `Actions for ${member.user.username}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Change role',
    'Reset password',
    'Revoke tokens',
    'Delete',
  ])
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Escape')
  for (const item of ['Edit', 'Change role', 'Reset password', 'Revoke tokens', 'Delete']) {
    await openDialog(page, member.user.username, item)
    await expectAccessibleInBothThemes()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  }
})

test('Change role works by keyboard alone, and the focus returns to the row', async ({ page, member }) => {
  const trigger = page.getByRole('button', { name: `Actions for ${member.user.username}` })
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change role' })
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toBeFocused()
  await expect(dialog.getByRole('combobox')).toHaveText('Usuario')
  await expect(dialog.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('checkbox', { name: 'Confirmo el cambio de rol' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('No hay cambios de rol')).toBeVisible()
  await dialog.getByRole('combobox').press('Enter')
  await expect(page.getByRole('option', { name: 'Usuario' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Admin' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Guardar' }).press('Enter')
  await expect(page.getByText('Rol actualizado')).toBeVisible()
  await expect(row(page, member.user.username).getByText('admin', { exact: true })).toBeVisible()
  await expect(trigger).toBeFocused()
})
