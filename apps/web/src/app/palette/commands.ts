import type { Agent } from '@atalaya/contract/agents'
import type { Page } from '@atalaya/contract/dashboard'
import type { User } from '@atalaya/contract/users'
import {
  Bell,
  History,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  Server,
  Settings,
  Sun,
  UserRound,
} from 'lucide-react'
import { sections, visibleSections } from '#web/app/navigation.ts'
import { openClient } from '#web/app/open-client.ts'
import { signOut } from '#web/app/sign-out.ts'
import { setTheme } from '#web/lib/theme.ts'

/** One line of the palette: somewhere to go (`to`), or something to do (`run`). */
export type Choice = {
  id: string
  title: string
  /** What tells it from others of the same name. */
  hint?: string
  icon: LucideIcon
} & ({ to: string } | { run: () => void })

const ownScreens: Choice[] = [
  { id: 'screen:/account', title: 'Account', icon: UserRound, to: '/account' },
  { id: 'screen:/activity', title: 'Activity', icon: History, to: '/activity' },
  { id: 'screen:/alerts', title: 'Alerts', icon: Bell, to: '/alerts' },
  { id: 'screen:/agents', title: 'My agents', icon: Server, to: '/agents' },
  { id: 'screen:/displays', title: 'Displays', icon: MonitorSmartphone, to: '/displays' },
  { id: 'screen:/settings', title: 'Settings', icon: Settings, to: '/settings' },
]

/** Every screen that the sidebar and the user menu lead to. */
export function screenCommands(role: string | undefined): Choice[] {
  const listed = visibleSections(sections, role).flatMap(({ title: section, routes }) =>
    routes.map(({ title, url, icon }) => ({ id: `screen:${url}`, title, hint: section, icon, to: url })),
  )
  return [...listed, ...ownScreens]
}

export const actionCommands: Choice[] = [
  { id: 'action:client', title: 'Go to Client', icon: Monitor, run: openClient },
  { id: 'action:light', title: 'Light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'action:dark', title: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
  { id: 'action:logout', title: 'Log out', icon: LogOut, run: signOut },
]

export const pageCommand = (page: Page): Choice => ({
  id: `page:${page._id}`,
  title: page.name,
  hint: page.active ? 'active page' : 'page',
  icon: LayoutDashboard,
  to: `/dashboard?page=${encodeURIComponent(page._id)}`,
})

export const agentCommand = (agent: Agent): Choice => ({
  id: `agent:${agent.agentId}`,
  title: agent.name || agent.machine?.hostname || agent.agentId,
  hint: agent.status,
  icon: Server,
  to: `/agents/${encodeURIComponent(agent.agentId)}`,
})

export const userCommand = (user: User): Choice => ({
  id: `user:${user._id}`,
  title: `${user.name} ${user.surname}`.trim() || user.username,
  hint: user.email,
  icon: UserRound,
  to: `/admin/users?email=${encodeURIComponent(user.email)}`,
})
