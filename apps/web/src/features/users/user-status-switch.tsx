import type { User } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Switch } from '#web/components/ui/switch.tsx'
import { setUserStatus } from '#web/features/users/users.queries.ts'
import { useSession } from '#web/lib/session.ts'

/** Shows the wanted state while it is on its way, and the real one again where it was refused. */
export function UserStatusSwitch({ user }: { user: User }) {
  const { mutate, isPending, variables } = useMutation(setUserStatus)
  const [isAsking, setAsking] = useState(false)
  const isSelf = useSession()?.user?._id === user._id

  function change(isActive: boolean) {
    setAsking(false)
    if (!isPending) mutate({ id: user._id, isActive })
  }

  return (
    <>
      <Switch
        aria-label={`Access of ${user.username}`}
        checked={isPending ? variables.isActive : user.isActive}
        onCheckedChange={(isActive) => (isSelf && !isActive ? setAsking(true) : change(isActive))}
      />
      {isAsking && (
        <ConfirmDialog
          title="Block your own account?"
          description="You are signed out at once, and only another administrator can let you in again."
          confirmText="Block me"
          busyText="Blocking..."
          isDestructive
          onConfirm={() => change(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
