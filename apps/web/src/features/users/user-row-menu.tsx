import type { User } from '@atalaya/contract/users'
import { Ellipsis, KeyRound, LockOpen, LogOut, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import type { UserActionKind } from '#web/features/users/user-actions.ts'
import { useLock } from '#web/features/users/user-locks.ts'

const items = [
  { kind: 'edit', text: 'Edit', icon: Pencil },
  { kind: 'role', text: 'Change role', icon: ShieldCheck },
  { kind: 'password', text: 'Reset password', icon: KeyRound },
  { kind: 'revoke', text: 'Revoke tokens', icon: LogOut },
] as const

type UserRowMenuProps = { user: User; onAction: (kind: UserActionKind) => void }

export function UserRowMenu({ user, onAction }: UserRowMenuProps) {
  const lock = useLock(user._id)
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${user.username}`}>
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {items.map(({ kind, text, icon: Icon }) => (
          <DropdownMenuItem key={kind} onSelect={() => onAction(kind)}>
            <Icon aria-hidden />
            {text}
          </DropdownMenuItem>
        ))}
        {lock && (
          <DropdownMenuItem onSelect={() => onAction('unlock')}>
            <LockOpen aria-hidden />
            Lift lock
          </DropdownMenuItem>
        )}
        {user.hasSecondFactor && (
          <DropdownMenuItem onSelect={() => onAction('factor')}>
            <ShieldOff aria-hidden />
            Reset second factor
          </DropdownMenuItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={() => onAction('delete')}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
