import type { Role } from '@atalaya/contract/users'
import {
  Blocks,
  House,
  LayoutDashboard,
  type LucideIcon,
  MonitorSmartphone,
  ScrollText,
  Server,
  Users,
} from 'lucide-react'

export type NavRoute = { title: string; url: string; icon: LucideIcon }
export type NavSection = { title: string; lang?: 'es'; adminOnly?: boolean; routes: NavRoute[] }

export const sections: NavSection[] = [
  {
    title: 'Principal',
    lang: 'es',
    routes: [
      { title: 'Home', url: '/', icon: House },
      { title: 'Dashboards', url: '/dashboard', icon: LayoutDashboard },
    ],
  },
  {
    title: 'Administración',
    lang: 'es',
    adminOnly: true,
    routes: [
      { title: 'Users', url: '/admin/users', icon: Users },
      { title: 'Agents', url: '/admin/agents', icon: Server },
      { title: 'Audit', url: '/admin/audit', icon: ScrollText },
    ],
  },
  { title: 'Marketplace', routes: [{ title: 'Marketplace', url: '/marketplace', icon: Blocks }] },
]

/** Shown besides the dashboards, to people with a display. */
export const displaysRoute: NavRoute = { title: 'Displays', url: '/displays', icon: MonitorSmartphone }

/**
 * Hides adminOnly sections from all whose role text does not contain 'admin', and drops such a section without routes.
 */
export function visibleSections(all: NavSection[], role: Role | string | undefined): NavSection[] {
  const isAdmin = role?.toLowerCase().includes('admin') ?? false
  return all.filter((section) => !section.adminOnly || (isAdmin && section.routes.length > 0))
}

/** The active entry is the one whose url equals the current path. */
export const isActive = (route: NavRoute, path: string) => route.url === path
