import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { UserAction } from '#web/features/users/user-actions.ts'
import { UserDialog } from '#web/features/users/user-dialog.tsx'
import { UsersCards } from '#web/features/users/users-cards.tsx'
import { UsersTable } from '#web/features/users/users-table.tsx'
import { usersQuery } from '#web/lib/session/accounts.ts'

export function UsersPage() {
  const { data: users } = useSuspenseQuery(usersQuery)
  const [action, setAction] = useState<UserAction | null>(null)
  // Looked up on each render: the dialog shows live changes, and closes when the account is deleted.
  const user = action && users.find(({ _id }) => _id === action.userId)
  const isGone = action !== null && !user
  useEffect(() => {
    if (!isGone) return
    if (action?.kind !== 'delete') toast.info('This account was just deleted.')
    setAction(null)
  }, [isGone, action])
  return (
    <div className="grid gap-4">
      <UsersCards users={users} />
      <UsersTable users={users} onAction={setAction} />
      <p className="text-muted-foreground text-sm">
        Others make their own accounts at <code className="wrap-anywhere">{window.location.origin}/register</code>,
        unless the server runs with REGISTRATION=closed.
      </p>
      {user && <UserDialog kind={action.kind} user={user} onClose={() => setAction(null)} />}
    </div>
  )
}
