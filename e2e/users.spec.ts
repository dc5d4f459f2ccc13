import { users } from '@atalaya/contract/users'
import { apiOf } from '@atalaya/testbed/api'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { login } from './sign-in-form.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The four figures. */
async function figures(page: Page) {
  const names = ['Usuarios', 'Activos', 'Admins', 'Logins 7 días']
  const texts = await Promise.all(names.map((name) => card(page, name).textContent()))
  return texts.map((text, index) => Number(text?.slice(names[index]?.length)))
}

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
  expectAccessibleInBoth,
}) => {
  test.slow()
  await expectAccessibleInBoth()
  await page.getByRole('button', { name: `Actions for ${member.user.username}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit',
    'Change role',
    'Reset password',
    'Revoke tokens',
    'Delete',
  ])
  await expectAccessibleInBoth()
  await page.keyboard.press('Escape')
  for (const item of ['Edit', 'Change role', 'Reset password', 'Revoke tokens', 'Delete']) {
    await openDialog(page, member.user.username, item)
    await expectAccessibleInBoth()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  }
})

test('the cards count, the table has its columns, sorts, filters and selects @sizes', async ({
  page,
  admin,
  member,
  newAccount,
  server,
}) => {
  // Few enough to be drawn whole, however many accounts other tests have made.
  const ending = `-${member.user.username}@sorted.example`
  const emails = ['a', 'b', 'c'].map((letter) => `${letter}${ending}`)
  for (const email of emails) await newAccount({ email })
  await page.reload()
  await expect(filter(page)).toBeVisible()
  const { users: all } = await apiOf(server.url, admin.tokens.accessToken)(users.list, {})
  await expect
    .poll(() => figures(page))
    .toEqual([
      all.length,
      all.filter((user) => user.isActive).length,
      all.filter((user) => user.role === 'admin').length,
      all.filter((user) => user.lastLogin).length,
    ])
  const headers = ['Email', 'Username', 'Last Login', 'Active', 'Name', 'Surname']
  for (const name of headers) await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached()

  await filter(page).fill('warden@')
  await expect(row(page, 'warden').getByText('admin', { exact: true })).toBeVisible()
  await filter(page).fill(ending)
  const email = page.getByRole('columnheader', { name: 'Email' })
  const shown = async () => (await page.getByRole('row').locator('td:nth-child(2)').allTextContents()).filter(Boolean)
  await email.getByRole('button').click()
  await expect(email).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(shown).toEqual(emails)
  await email.getByRole('button').click()
  await expect(email).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(shown).toEqual(emails.toReversed())

  // The last by e-mail, and so the first of all.
  await filter(page).fill('')
  await page.getByRole('checkbox', { name: 'Select warden' }).click()
  await expect(page.getByText(`1 of ${all.length} selected`)).toBeVisible()
  await filter(page).fill('nobody at all')
  await expect(page.getByText('No results.')).toBeVisible()
})

test('Change role: nothing to change, then promoted, by keyboard alone; the focus returns to the row', async ({
  page,
  member,
}) => {
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

test('Revoke tokens and Delete ask first; both act at once on a session elsewhere', async ({
  page,
  browser,
  baseURL,
  member,
}) => {
  const revoke = await openDialog(page, member.user.username, 'Revoke tokens')
  await expect(
    revoke.getByText(`Se cerrarán todas las sesiones abiertas para "${member.user.email}". ¿Deseas continuar?`),
  ).toBeVisible()
  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto('/settings')
  await login(other, member.user.email, member.password)
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await revoke.getByRole('button', { name: 'Revocar' }).click()
  await expect(page.getByText('Sesiones revocadas')).toBeVisible()
  await expect(other).toHaveURL('/login')
  await other.context().close()

  const before = await figures(page)
  const remove = await openDialog(page, member.user.username, 'Delete')
  await expect(remove.getByText('Esta acción no se puede deshacer.')).toBeVisible()
  await remove.getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Usuario eliminado')).toBeVisible()
  await expect(page.getByText('No results.')).toBeVisible()
  expect((await figures(page))[0]).toBe((before[0] ?? 0) - 1)
})

test('E9 the last administrator stays, and the reason is told', async ({ page, admin, server }) => {
  const { user, tokens } = admin
  const call = apiOf(server.url, tokens.accessToken)
  const { users: all } = await call(users.list, {})
  const others = all.filter(({ _id, role }) => role === 'admin' && _id !== user._id)
  for (const { _id: id } of others) await call(users.setRole, { params: { id }, body: { role: 'user' } })
  await filter(page).fill(user.email)
  const access = page.getByRole('switch', { name: `Access of ${user.username}` })
  await access.click()
  await page.getByRole('button', { name: 'Block me' }).click()
  await expect(page.getByText('Could not update user status.')).toBeVisible()
  await expect(page.getByText(/last/i)).toBeVisible()
  await expect(access).toBeChecked()
})

test('the list follows what others do: a new account, a change, a deletion @postgres', async ({
  page,
  admin,
  newAccount,
  server,
}) => {
  const call = apiOf(server.url, admin.tokens.accessToken)
  // Found by name: of many accounts it may stand on another page of the list.
  const username = `newcomer-${crypto.randomUUID().slice(0, 8)}`
  await filter(page).fill(username)
  const { user } = await newAccount({ username })
  const params = { id: user._id }
  await expect(row(page, user.username)).toBeVisible()
  await call(users.edit, { params, body: { name: 'Renamed' } })
  await expect(row(page, user.username)).toContainText('Renamed')
  await call(users.setStatus, { params, body: { isActive: false } })
  await expect(page.getByRole('switch', { name: `Access of ${user.username}` })).not.toBeChecked()
  await call(users.remove, { params })
  await expect(row(page, user.username)).toHaveCount(0)
})

test('what is done to the selected is done to each of them', async ({ page, member }) => {
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'With the selected' }).click()
  await page.getByRole('menuitem', { name: 'Take access away' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take access away from 1 account?' })
  await expect(dialog).toContainText(member.user.email)
  await dialog.getByRole('button', { name: 'Take access away' }).click()
  await expect(page.getByText('Access taken away from 1 account')).toBeVisible()
  await expect(row(page, member.user.username).getByRole('switch')).not.toBeChecked()
})
