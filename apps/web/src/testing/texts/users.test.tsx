import { type User, users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { failAlways, failWithoutMessage, holdUntil, walk } from '#web/testing/texts/walk.tsx'

/** Answers like the server for the one account that is changed. */
function answer() {
  let person: User | undefined = bea
  const change = (fields: Partial<User>) => {
    person = { ...bea, ...person, ...fields }
    return { user: person }
  }
  answerCall(users.list, () => ({ users: person ? [ada, person] : [ada] }))
  answerCall(users.locks, () => ({ locks: [] }))
  answerCall(users.setStatus, ({ body }) => change(body))
  answerCall(users.edit, ({ body }) => change(body))
  answerCall(users.setRole, ({ body }) => change(body))
  answerCall(users.resetPassword, () => ({}))
  answerCall(users.logoutAll, () => ({}))
  answerCall(users.remove, () => {
    person = undefined
    return {}
  })
}

walk('users', "each of an administrator's actions on an account shows its failure, then its success", async () => {
  startSession()
  answerCall(users.locks, () => ({ locks: [] }))
  failAlways(users.list)
  const failing = renderApp({ path: '/admin/users' })
  await waitForText('No se pudo obtener la lista de usuarios')
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
  await waitForText('Could not update user status.')
  expect(access).toBeChecked()
  await user.click(access)
  await waitForText('User status updated.')

  const edit = await openDialog('Edit')
  await press('Guardar')
  await waitForText('No hay cambios para guardar')
  await user.type(edit.getByLabelText('Surname'), ' Vega')
  failWithoutMessage(users.edit, expectBusy('Guardando...'))
  await press('Guardar')
  await waitForText('No se pudo actualizar el perfil del usuario')
  await press('Guardar')
  await waitForText('Usuario actualizado')
  await waitUntilClosed()

  const role = await openDialog('Change role')
  expect(role.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Usuario')
  await user.click(role.getByRole('checkbox', { name: 'Confirmo el cambio de rol' }))
  await press('Guardar')
  await waitForText('No hay cambios de rol')
  await user.click(role.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  failWithoutMessage(users.setRole)
  await press('Guardar')
  await waitForText('No se pudo cambiar el rol del usuario')
  await press('Guardar')
  await waitForText('Rol actualizado')
  await waitUntilClosed()

  const reset = await openDialog('Reset password')
  await user.type(reset.getByLabelText('New password'), 'zorro')
  await press('Guardar')
  expect(await reset.findByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
  await user.type(reset.getByLabelText('New password'), '7')
  failWithoutMessage(users.resetPassword)
  await press('Guardar')
  await waitForText('No se pudo cambiar la contraseña del usuario')
  await press('Guardar')
  await waitForText('Contraseña reseteada')
  await waitUntilClosed()

  await openDialog('Revoke tokens')
  failWithoutMessage(users.logoutAll, expectBusy('Revocando...'))
  await press('Revocar')
  await waitForText('No se pudo cerrar las sesiones del usuario')
  await press('Revocar')
  await waitForText('Sesiones revocadas')
  await waitUntilClosed()

  await openDialog('Delete')
  failWithoutMessage(users.remove)
  await press('Eliminar')
  await waitFor(() => expect(screen.getAllByText('No se pudo eliminar el usuario')[0]).toBeVisible())
  holdUntil(users.remove, expectBusy('Eliminando...'))
  await press('Eliminar')
  await waitForText('Usuario eliminado')
  await waitForText('No results.')
})
