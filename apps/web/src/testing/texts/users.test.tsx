import { type User, users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { ada, bea, renderApp, seen, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'
import { failAlways, failWithoutMessage, holdUntil, walk } from '#web/testing/texts/walk.tsx'

/** Answers like the server for the one account that is changed. */
function answer() {
  let person: User | undefined = bea
  const change = (fields: Partial<User>) => {
    person = { ...bea, ...person, ...fields }
    return { user: person }
  }
  on(users.list, () => ({ users: person ? [ada, person] : [ada] }))
  on(users.locks, () => ({ locks: [] }))
  on(users.setStatus, ({ body }) => change(body))
  on(users.edit, ({ body }) => change(body))
  on(users.setRole, ({ body }) => change(body))
  on(users.resetPassword, () => ({}))
  on(users.logoutAll, () => ({}))
  on(users.remove, () => {
    person = undefined
    return {}
  })
}

walk('users', "each of an administrator's actions on an account shows its failure, then its success", async () => {
  signedIn()
  on(users.locks, () => ({ locks: [] }))
  failAlways(users.list)
  const failing = renderApp({ path: '/admin/users' })
  await seen('No se pudo obtener la lista de usuarios')
  failing.unmount()

  answer()
  const { user } = renderApp({ path: '/admin/users' })
  await user.type(await screen.findByPlaceholderText('Filter emails...'), bea.email)
  const openDialog = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for bea' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole(/Revoke|Delete/.test(item) ? 'alertdialog' : 'dialog'))
  }
  const waitUntilClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeNull())
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const expectBusy = (text: string) => async () =>
    expect(await screen.findByRole('button', { name: text })).toBeDisabled()

  const access = screen.getByRole('switch', { name: 'Access of bea' })
  failWithoutMessage(users.setStatus)
  await user.click(access)
  await seen('Could not update user status.')
  expect(access).toBeChecked()
  await user.click(access)
  await seen('User status updated.')

  const edit = await openDialog('Edit')
  await press('Guardar')
  await seen('No hay cambios para guardar')
  await user.type(edit.getByLabelText('Surname'), ' Vega')
  failWithoutMessage(users.edit, expectBusy('Guardando...'))
  await press('Guardar')
  await seen('No se pudo actualizar el perfil del usuario')
  await press('Guardar')
  await seen('Usuario actualizado')
  await waitUntilClosed()

  const role = await openDialog('Change role')
  expect(role.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Usuario')
  await user.click(role.getByRole('checkbox', { name: 'Confirmo el cambio de rol' }))
  await press('Guardar')
  await seen('No hay cambios de rol')
  await user.click(role.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  failWithoutMessage(users.setRole)
  await press('Guardar')
  await seen('No se pudo cambiar el rol del usuario')
  await press('Guardar')
  await seen('Rol actualizado')
  await waitUntilClosed()

  const reset = await openDialog('Reset password')
  await user.type(reset.getByLabelText('New password'), 'zorro')
  await press('Guardar')
  expect(await reset.findByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
  await user.type(reset.getByLabelText('New password'), '7')
  failWithoutMessage(users.resetPassword)
  await press('Guardar')
  await seen('No se pudo cambiar la contraseña del usuario')
  await press('Guardar')
  await seen('Contraseña reseteada')
  await waitUntilClosed()

  await openDialog('Revoke tokens')
  failWithoutMessage(users.logoutAll, expectBusy('Revocando...'))
  await press('Revocar')
  await seen('No se pudo cerrar las sesiones del usuario')
  await press('Revocar')
  await seen('Sesiones revocadas')
  await waitUntilClosed()

  await openDialog('Delete')
  failWithoutMessage(users.remove)
  await press('Eliminar')
  await waitFor(() => expect(screen.getAllByText('No se pudo eliminar el usuario')[0]).toBeVisible())
  holdUntil(users.remove, expectBusy('Eliminando...'))
  await press('Eliminar')
  await seen('Usuario eliminado')
  await seen('No results.')
})
