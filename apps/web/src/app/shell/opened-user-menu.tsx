import { LogOut, Server, Settings, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { signOut } from '#web/app/sign-out.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'

const items = [
  { title: 'Account', url: '/account', icon: UserRound },
  { title: 'Agents', url: '/agents', icon: Server },
  { title: 'Settings', url: '/settings', icon: Settings },
]

type OpenedUserMenuProps = { button: ComponentProps<'button'>; onNavigate: (() => void) | undefined }

export function OpenedUserMenu({ button, onNavigate }: OpenedUserMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger {...button} />
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
