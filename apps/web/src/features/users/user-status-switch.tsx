import type { User } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Switch } from '#web/components/ui/switch.tsx'
import { BlockSelfDialog } from '#web/features/users/block-self-dialog.tsx'
import { setUserStatus } from '#web/features/users/users.queries.ts'
import { useSession } from '#web/lib/session/session.ts'

/** Optimistic: shows the wanted state during the request, and the real one again if it fails. */
export function UserStatusSwitch({ user }: { user: User }) {
  const { mutate, isPending, variables } = useMutation(setUserStatus)
  const [isAsking, setAsking] = useState(false)
  const isSelf = useSession()?.user?._id === user._id

  function change(isActive: boolean) {
    setAsking(false)
    if (!isPending) mutate({ id: user._id, isActive, username: user.username })
  }

  return (
    <>
      <Switch
        aria-label={`Access of ${user.username}`}
        checked={isPending ? variables.isActive : user.isActive}
        onCheckedChange={(isActive) => (isSelf && !isActive ? setAsking(true) : change(isActive))}
      />
      {isAsking && <BlockSelfDialog onConfirm={() => change(false)} onClose={() => setAsking(false)} />}
    </>
  )
}
