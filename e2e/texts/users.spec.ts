import type { Locator, Page } from '@playwright/test'
import { expect, failSilently, hold, openFailing, walk } from './walk.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openDialog(page: Page, username: string, item: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog').or(page.getByRole('alertdialog'))
}

walk(
  "an administrator's ways with an account, with all that can go wrong",
  async ({ page, admin, member, signIn, request, sights }) => {
    const { username, _id } = member.user
    const one = `**/api/v1/users/${_id}`
    const save = page.getByRole('button', { name: 'Guardar' })
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    const busy = (text: string) => () => expect(page.getByRole('button', { name: text })).toBeDisabled()
    await signIn(admin)
    const unread = await openFailing(page, '/admin/users', { silently: '**/api/v1/users' })
    await page.goto('/admin/users')
    await page.getByPlaceholder('Filter emails...').fill(member.user.email)

    await walk.step('the switch', async () => {
      const access = page.getByRole('switch', { name: `Access of ${username}` })
      await failSilently(page, 'PATCH', `${one}/status`)
      await access.click()
      await expect(page.getByText('Could not update user status.')).toBeVisible()
      await expect(access).toBeChecked()
      await access.click()
      await expect(page.getByText('User status updated.')).toBeVisible()
    })

    await walk.step('Edit', async () => {
      const edit = await openDialog(page, username, 'Edit')
      await save.click()
      await expect(page.getByText('No hay cambios para guardar')).toBeVisible()
      await edit.getByLabel('Surname').fill('Vega')
      await failSilently(page, 'PATCH', one, busy('Guardando...'))
      await save.click()
      await expect(page.getByText('No se pudo actualizar el perfil del usuario')).toBeVisible()
      await save.click()
      await expect(page.getByText('Usuario actualizado')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await walk.step('Change role', async () => {
      const role = await openDialog(page, username, 'Change role')
      await expect(role.getByRole('combobox', { name: 'Role' })).toHaveText('Usuario')
      await role.getByRole('checkbox', { name: 'Confirmo el cambio de rol' }).click()
      await save.click()
      await expect(page.getByText('No hay cambios de rol')).toBeVisible()
      await role.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'Admin' }).click()
      await failSilently(page, 'PATCH', `${one}/role`)
      await save.click()
      await expect(page.getByText('No se pudo cambiar el rol del usuario')).toBeVisible()
      await save.click()
      await expect(page.getByText('Rol actualizado')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await walk.step('Reset password', async () => {
      const reset = await openDialog(page, username, 'Reset password')
      await reset.getByRole('textbox', { name: 'New password' }).fill('zorro')
      await save.click()
      await expect(reset.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
      await reset.getByRole('textbox', { name: 'New password' }).fill('zorro7')
      await failSilently(page, 'POST', `${one}/reset-password`)
      await save.click()
      await expect(page.getByText('No se pudo cambiar la contraseña del usuario')).toBeVisible()
      await save.click()
      await expect(page.getByText('Contraseña reseteada')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await walk.step('Revoke tokens', async () => {
      await openDialog(page, username, 'Revoke tokens')
      const revoke = page.getByRole('button', { name: 'Revocar' })
      await failSilently(page, 'POST', `${one}/logout-all`, busy('Revocando...'))
      await revoke.click()
      await expect(page.getByText('No se pudo cerrar las sesiones del usuario')).toBeVisible()
      await revoke.click()
      await expect(page.getByText('Sesiones revocadas')).toBeVisible()
      await expect(dialog).toHaveCount(0)
    })

    await walk.step('Delete', async () => {
      await openDialog(page, username, 'Delete')
      const remove = page.getByRole('button', { name: 'Eliminar' })
      await failSilently(page, 'DELETE', one)
      await remove.click()
      await expect(page.getByText('No se pudo eliminar el usuario')).toBeVisible()
      await hold(page, 'DELETE', one, busy('Eliminando...'))
      await remove.click()
      await expect(page.getByText('Usuario eliminado')).toBeVisible()
      await expect(row(page, username)).toHaveCount(0)
      await expect(page.getByText('No results.')).toBeVisible()
    })

    await walk.step('what could not be read', async () => {
      await expect(unread.getByText('No se pudo obtener la lista de usuarios')).toBeVisible()
      const headers = { authorization: `Bearer ${admin.tokens.accessToken}` }
      const gone = await request.get(`/api/v1/users/${_id}`, { headers })
      sights.add((await gone.json()).error)
    })
  },
)
