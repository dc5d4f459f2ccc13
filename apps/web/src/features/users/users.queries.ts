import { type EditUser, type ResetPassword, type Role, type User, users } from '@atalaya/contract/users'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { locksQuery } from '#web/features/users/user-locks.ts'
import { applyUserEvent } from '#web/features/users/users-live.ts'
import { call } from '#web/lib/calls/api.ts'
import { withDefault } from '#web/lib/calls/api-error.ts'
import { notify } from '#web/lib/notify.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'

/**
 * Writes the returned account into the list at once; its live event then changes nothing. If another server's answer
 * has no account, the list is refetched.
 */
function cacheUser(client: QueryClient, answer: { user?: User } | undefined) {
  const user = answer?.user
  if (!user) return void client.invalidateQueries({ queryKey: usersQuery.queryKey })
  client.setQueryData(usersQuery.queryKey, (list) => list && applyUserEvent(list, { type: 'user.updated', data: user }))
}

/** Grants access to an account, or revokes it. */
export const changeStatus = async (client: QueryClient, { id, isActive }: { id: string; isActive: boolean }) =>
  cacheUser(client, await requestStatus(id, isActive))

export const endSessions = (id: string) =>
  withDefault(call(users.logoutAll, { params: { id } }), 'No se pudo cerrar las sesiones del usuario')

export async function removeUser(client: QueryClient, id: string) {
  await withDefault(call(users.remove, { params: { id } }), 'No se pudo eliminar el usuario')
  const event = { type: 'user.deleted', data: { _id: id } } as const
  client.setQueryData(usersQuery.queryKey, (list) => list && applyUserEvent(list, event))
}

const requestStatus = (id: string, isActive: boolean) =>
  withDefault(call(users.setStatus, { params: { id }, body: { isActive } }), 'No se pudo cambiar el estado del usuario')

export type UserChange = { id: string; fields: EditUser; isActive?: boolean | undefined }

/** Save of the edit dialog: calls only the routes whose values changed. */
export const saveUser = mutationOptions({
  mutationFn: async ({ id, fields, isActive }: UserChange, { client }) => {
    if (Object.keys(fields).length > 0) {
      const edit = call(users.edit, { params: { id }, body: fields })
      cacheUser(client, await withDefault(edit, 'No se pudo actualizar el perfil del usuario'))
    }
    if (isActive !== undefined) await changeStatus(client, { id, isActive })
  },
  meta: { success: 'Usuario actualizado', error: 'No se pudo actualizar el usuario' },
})

type StatusChange = { id: string; isActive: boolean; username: string }

/** Switch of a row, without a confirmation: the message names the account and offers to undo. */
export const setUserStatus = mutationOptions({
  mutationFn: ({ id, isActive }: StatusChange, { client }) => changeStatus(client, { id, isActive }),
  onSuccess: (_data, { id, isActive, username }, _result, { client }) =>
    void notify('success', 'User status updated.', {
      description: isActive
        ? `${username} has access`
        : `${username} is blocked and signed out. Its agents are kept out; its displays pause until it has access again`,
      action: {
        label: 'Undo',
        onClick: () =>
          void client
            .getMutationCache()
            .build(client, setUserStatus)
            .execute({ id, isActive: !isActive, username })
            .catch(() => {}),
      },
    }),
  meta: { error: 'Could not update user status. ' },
})

export const setUserRole = mutationOptions({
  mutationFn: async ({ id, role }: { id: string; role: Role }, { client }) => {
    const change = call(users.setRole, { params: { id }, body: { role } })
    cacheUser(client, await withDefault(change, 'No se pudo cambiar el rol del usuario'))
  },
  meta: { success: 'Rol actualizado', error: 'No se pudo actualizar el rol' },
})

export const resetUserPassword = mutationOptions({
  mutationFn: ({ id, ...body }: { id: string } & ResetPassword) =>
    withDefault(call(users.resetPassword, { params: { id }, body }), 'No se pudo cambiar la contraseña del usuario'),
  // A new password also removes the locks.
  meta: {
    success: 'Contraseña reseteada',
    error: 'No se pudo resetear la contraseña',
    refresh: locksQuery.queryKey,
  },
})

export const revokeUserSessions = mutationOptions({
  mutationFn: endSessions,
  meta: { success: 'Sesiones revocadas', error: 'No se pudieron revocar las sesiones' },
})

export const deleteUser = mutationOptions({
  mutationFn: (id: string, { client }) => removeUser(client, id),
  meta: { success: 'Usuario eliminado', error: 'No se pudo eliminar el usuario' },
})
