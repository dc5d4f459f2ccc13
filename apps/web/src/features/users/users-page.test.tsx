import { type User, users } from '@atalaya/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { ada, bea, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const NOW = new Date().toISOString()
const beaWithoutAccess: User = { ...bea, isActive: false, lastLogin: null }

beforeEach(() => {
  startSession()
  answerCall(users.list, () => ({ users: [{ ...ada, lastLogin: NOW }, beaWithoutAccess] }))
  answerCall(users.locks, () => ({ locks: [] }))
})

async function openPage() {
  const app = renderApp({ path: '/admin/users' })
  await screen.findByPlaceholderText('Filter emails...')
  return app
}

async function openDialog(item: string) {
  const app = await openPage()
  await app.user.click(screen.getByRole('button', { name: 'Actions for bea' }))
  await app.user.click(await screen.findByRole('menuitem', { name: item }))
  return { ...app, dialog: within(await screen.findByRole(/Revoke|Delete|Lift/.test(item) ? 'alertdialog' : 'dialog')) }
}

const card = (name: string) => screen.getByRole('region', { name })
const waitUntilClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog')).toBeNull())
const refuse = (message: string) => () => {
  throw new ApiError(409, message)
}
const savedAnswer = (change: Partial<User>) => ({ user: { ...beaWithoutAccess, ...change } })

test('four cards count users, those with access, admins and logins of the last seven days', async () => {
  await openPage()
  expect(card('Usuarios')).toHaveTextContent('Usuarios2')
  expect(card('Activos')).toHaveTextContent('Activos1')
  expect(card('Admins')).toHaveTextContent('Admins1')
  expect(card('Logins 7 días')).toHaveTextContent('Logins 7 días1')
})

test('the table has its columns, an admin badge, and filters by e-mail', async () => {
  const { user } = await openPage()
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['', 'Email', 'Username', 'Last Login', 'Active', 'Name', 'Surname', 'Actions'])
  expect(within(screen.getByRole('row', { name: /ada@example/ })).getByText('admin')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /bea@example/ })).queryByText('admin')).toBeNull()
  await user.type(screen.getByPlaceholderText('Filter emails...'), 'BEA@')
  expect(screen.queryByRole('row', { name: /ada@example/ })).toBeNull()
  await user.type(screen.getByPlaceholderText('Filter emails...'), 'zzz')
  expect(screen.getByText('No results.')).toBeVisible()
})

test.each(['ada lov', 'LOVELACE', ' ada ', 'lovelàce'])(
  'the filter finds people by name too, in any spelling: %j',
  async (typed) => {
    const { user } = await openPage()
    await user.type(screen.getByPlaceholderText('Filter emails...'), typed)
    expect(screen.getByRole('row', { name: /ada@example/ })).toBeVisible()
    expect(screen.queryByRole('row', { name: /bea@example/ })).toBeNull()
  },
)

test('the switch changes the access of a user', async () => {
  answerCall(users.setStatus, ({ params, body }) => {
    expect([params.id, body]).toEqual(['bea', { isActive: true }])
    return savedAnswer({ isActive: true })
  })
  const { user } = await openPage()
  await user.click(screen.getByRole('switch', { name: 'Access of bea' }))
  await waitForText('User status updated.')
  expect(screen.getByRole('switch', { name: 'Access of bea' })).toBeChecked()
  expect(card('Activos')).toHaveTextContent('Activos2')
})

test('a refused change of the access shows the reason, and the switch returns', async () => {
  answerCall(users.setStatus, refuse('The last active administrator must stay'))
  const { user } = await openPage()
  await user.click(screen.getByRole('switch', { name: 'Access of ada' }))
  await user.click(await screen.findByRole('button', { name: 'Block me' }))
  await waitForText('Could not update user status.')
  expect(screen.getByText('The last active administrator must stay')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'Access of ada' })).toBeChecked()
})

test('Edit sends the changed fields only', async () => {
  answerCall(users.edit, ({ params, body }) => {
    expect([params.id, body]).toEqual(['bea', { surname: 'Vega' }])
    return savedAnswer({ surname: 'Vega' })
  })
  const { user, dialog } = await openDialog('Edit')
  await user.clear(dialog.getByLabelText('Surname'))
  await user.type(dialog.getByLabelText('Surname'), 'Vega')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitForText('Usuario actualizado')
  await waitUntilClosed()
  expect(screen.getByRole('cell', { name: 'Vega' })).toBeVisible()
})

test('Edit sends a change of the access without the call for other fields', async () => {
  answerCall(users.setStatus, () => savedAnswer({ isActive: true }))
  const { user, dialog } = await openDialog('Edit')
  await user.click(dialog.getByRole('switch', { name: 'Active' }))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitForText('Usuario actualizado')
})

test('Edit without a change makes no call', async () => {
  const { user, dialog } = await openDialog('Edit')
  await user.type(dialog.getByLabelText('Name'), '  ')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitForText('No hay cambios para guardar')
})

test('a failed Edit keeps the dialog with its entries', async () => {
  answerCall(users.edit, refuse('This e-mail is taken'))
  const { user, dialog } = await openDialog('Edit')
  await user.clear(dialog.getByLabelText('Email'))
  await user.type(dialog.getByLabelText('Email'), 'ada@example.com{Enter}')
  await waitForText('No se pudo actualizar el usuario')
  expect(dialog.getByLabelText('Email')).toHaveValue('ada@example.com')
})

test('Save is disabled with a busy text while the call runs', async () => {
  let answer = (_: { user: User }) => {}
  answerCall(users.edit, () => new Promise((resolve) => (answer = resolve)))
  const { user, dialog } = await openDialog('Edit')
  await user.type(dialog.getByLabelText('Name'), 'triz{Enter}')
  expect(await dialog.findByRole('button', { name: 'Guardando...' })).toBeDisabled()
  await user.keyboard('{Escape}')
  expect(dialog.getByRole('button', { name: 'Guardando...' })).toBeVisible()
  answer(savedAnswer({ name: 'Beatriz' }))
  await waitUntilClosed()
})

test('Change role requires the confirmation, and an unchanged role makes no call', async () => {
  answerCall(users.setRole, ({ body }) => savedAnswer(body))
  const { user, dialog } = await openDialog('Change role')
  const save = dialog.getByRole('button', { name: 'Guardar' })
  expect(save).toBeDisabled()
  await user.click(dialog.getByRole('checkbox', { name: 'Confirmo el cambio de rol' }))
  await user.click(save)
  await waitForText('No hay cambios de rol')
  await user.click(dialog.getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  await user.click(save)
  await waitForText('Rol actualizado')
  await waitUntilClosed()
  expect(card('Admins')).toHaveTextContent('Admins2')
})

test('Reset password requires six characters', async () => {
  answerCall(users.resetPassword, ({ body }) => {
    expect(body).toEqual({ password: 'secret' })
    return {}
  })
  const { user, dialog } = await openDialog('Reset password')
  await user.type(dialog.getByLabelText('New password'), 'secre{Enter}')
  expect(await dialog.findByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
  await user.type(dialog.getByLabelText('New password'), 't{Enter}')
  await waitForText('Contraseña reseteada')
})

test('Reset password explains the other ways to sign in, and can close them', async () => {
  answerCall(users.resetPassword, ({ body }) => {
    expect(body).toEqual({ password: 'secret', onlyWayIn: true })
    return {}
  })
  const { user, dialog } = await openDialog('Reset password')
  await user.type(dialog.getByLabelText('New password'), 'secret')
  const others = dialog.getByRole('checkbox', { name: 'Close all other ways in' })
  expect(others).toHaveAccessibleDescription(/passkeys.*linked accounts, tokens and displays.*Otherwise they stay/)
  await user.click(others)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitForText('Contraseña reseteada')
})

test('Revoke tokens asks, then ends the sessions', async () => {
  answerCall(users.logoutAll, () => ({}))
  const { user, dialog } = await openDialog('Revoke tokens')
  expect(
    dialog.getByText('Se cerrarán todas las sesiones abiertas para "bea@example.com". ¿Deseas continuar?'),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Revocar' }))
  await waitForText('Sesiones revocadas')
})

test('a locked account is marked, and Lift lock asks and unlocks it', async () => {
  const times = { since: '2026-11-20T09:00:00Z', until: '2026-11-20T09:15:00Z' }
  let locks = [{ userId: 'bea', failures: 15, ...times, onKnownDevice: false }]
  answerCall(users.locks, () => ({ locks }))
  answerCall(users.unlock, ({ params }) => {
    expect(params.id).toBe('bea')
    locks = []
    return {}
  })
  const { user, dialog } = await openDialog('Lift lock')
  expect(
    dialog.getByText(/^15 wrong passwords in a row for "bea", the last at .* Until .* not used before/),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Lift lock' }))
  await waitForText('Lock lifted')
  await waitUntilClosed()
  await waitFor(() => expect(screen.queryByText('locked')).toBeNull())
})

test('an account that is not locked shows no lock and no action for it', async () => {
  answerCall(users.locks, () => ({
    locks: [{ userId: 'ada', failures: 15, since: NOW, until: NOW, onKnownDevice: true }],
  }))
  const { user } = await openPage()
  expect(await within(screen.getByRole('row', { name: /ada@example/ })).findByText('locked')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /bea@example/ })).queryByText('locked')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Actions for bea' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
  expect(screen.queryByRole('menuitem', { name: 'Lift lock' })).toBeNull()
})

test('Delete asks, then removes the row', async () => {
  answerCall(users.remove, () => ({}))
  const { user, dialog } = await openDialog('Delete')
  expect(dialog.getByText('Esta acción no se puede deshacer.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Eliminar' }))
  await waitForText('Usuario eliminado')
  await waitUntilClosed()
  expect(card('Usuarios')).toHaveTextContent('Usuarios1')
})

test.each([
  ['Reset password', users.resetPassword, 'Guardar', 'No se pudo resetear la contraseña'],
  ['Revoke tokens', users.logoutAll, 'Revocar', 'No se pudieron revocar las sesiones'],
  ['Delete', users.remove, 'Eliminar', 'No se pudo eliminar el usuario'],
] as const)('a failed %s is shown', async (item, route, button, message) => {
  answerCall(route, refuse('No'))
  const { user, dialog } = await openDialog(item)
  if (item === 'Reset password') await user.type(dialog.getByLabelText('New password'), 'secret')
  await user.click(dialog.getByRole('button', { name: button }))
  await waitForText(message)
})

test('users without the role of administrator are redirected to Home', async () => {
  startSession({ ...ada, role: 'user' })
  const { router } = renderApp({ path: '/admin/users' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
