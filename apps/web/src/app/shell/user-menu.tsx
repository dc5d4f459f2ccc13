import { ChevronsUpDown, LogOut, Server, Settings, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { signOut } from '#web/app/sign-out.ts'
import { Avatar } from '#web/components/ui/avatar.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { cn } from '#web/lib/cn.ts'
import { isAdmin, useSession } from '#web/lib/session.ts'

const items = [
  { title: 'Account', url: '/account', icon: UserRound },
  { title: 'Agents', url: '/agents', icon: Server },
  { title: 'Settings', url: '/settings', icon: Settings },
]

type UserMenuProps = { collapsed: boolean; onNavigate?: (() => void) | undefined }

export function UserMenu({ collapsed, onNavigate }: UserMenuProps) {
  const user = useSession()?.user
  if (!user) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex w-full items-center gap-2.5 overflow-hidden rounded-md p-1 text-left hover:bg-accent data-[state=open]:bg-accent">
        <span className="sr-only">Account menu of</span>
        <Avatar name={user.name} surname={user.surname} className={cn('size-6', !collapsed && 'size-8')} />
        <span className={cn('min-w-0 flex-1', collapsed && 'sr-only')}>
          <span className="flex items-center gap-1.5">
            <span className="truncate font-medium text-sm">{user.username}</span>
            {isAdmin(user) && <Badge variant="primary">admin</Badge>}
          </span>
          <span className="block truncate text-muted-foreground text-xs">{user.email}</span>
        </span>
        {!collapsed && <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" aria-hidden />}
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-(--radix-dropdown-menu-trigger-width) min-w-56">
        {items.map(({ title, url, icon: Icon }) => (
          <DropdownMenuItem key={url} asChild>
            <Link to={url} onClick={onNavigate}>
              <Icon aria-hidden />
              {title}
            </Link>
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={signOut}>
          <LogOut aria-hidden />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
