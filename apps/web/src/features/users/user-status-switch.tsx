import type { User } from '@atalaya/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Switch } from '#web/components/ui/switch.tsx'
import { setUserStatus } from '#web/features/users/users.queries.ts'

/** Shows the wanted state while it is on its way, and the real one again where it was refused. */
export function UserStatusSwitch({ user }: { user: User }) {
  const { mutate, isPending, variables } = useMutation(setUserStatus)
  return (
    <Switch
      aria-label={`Access of ${user.username}`}
      checked={isPending ? variables.isActive : user.isActive}
      onCheckedChange={(isActive) => !isPending && mutate({ id: user._id, isActive })}
    />
  )
}
