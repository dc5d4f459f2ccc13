import { ChevronsUpDown } from 'lucide-react'
import { Avatar } from '#web/components/ui/avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { LateOverlay } from '#web/components/ui/late-overlay.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { isAdmin, useSession } from '#web/lib/session/session.ts'

const load = () => import('#web/app/shell/opened-user-menu.tsx').then((m) => m.OpenedUserMenu)

type UserMenuProps = { isCollapsed: boolean; onNavigate?: (() => void) | undefined }

export function UserMenu({ isCollapsed, onNavigate }: UserMenuProps) {
  const user = useSession()?.user
  if (!user) return null
  return (
    <LateOverlay
      kind="menu"
      load={load}
      opened={{ onNavigate }}
      className="flex w-full items-center gap-2.5 overflow-hidden rounded-md p-1 text-left hover:bg-accent data-[state=open]:bg-accent"
    >
      <span className="sr-only">Account menu of</span>
      <Avatar name={user.name} surname={user.surname} className={cn('size-6', !isCollapsed && 'size-8')} />
      <span className={cn('min-w-0 flex-1', isCollapsed && 'sr-only')}>
        <span className="flex items-center gap-1.5">
          <span className="truncate font-medium text-sm">{user.username}</span>
          {isAdmin(user) && (
            <Badge variant="primary" data-admin>
              admin
            </Badge>
          )}
        </span>
        <span className="block truncate text-muted-foreground text-xs">{user.email}</span>
      </span>
      {!isCollapsed && <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />}
    </LateOverlay>
  )
}
