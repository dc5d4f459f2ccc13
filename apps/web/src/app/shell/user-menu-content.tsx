import { LogOut, Server, Settings, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { signOut } from '#web/app/sign-out.ts'
import { DropdownMenuContent, DropdownMenuItem, DropdownMenuSeparator } from '#web/components/ui/dropdown-menu.tsx'

const items = [
  { title: 'Account', url: '/account', icon: UserRound },
  { title: 'Agents', url: '/agents', icon: Server },
  { title: 'Settings', url: '/settings', icon: Settings },
]

export function UserMenuContent({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  return (
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
  )
}
