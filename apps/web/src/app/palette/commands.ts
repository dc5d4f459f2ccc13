import type { Agent } from '@atalaya/contract/agents'
import type { Page } from '@atalaya/contract/dashboard'
import type { User } from '@atalaya/contract/users'
import {
  Archive,
  Bell,
  History,
  LayoutDashboard,
  LayoutPanelTop,
  LogOut,
  type LucideIcon,
  Monitor,
  MonitorSmartphone,
  Moon,
  Plus,
  Server,
  Settings,
  SquareTerminal,
  Sun,
  Tag,
  UserRound,
} from 'lucide-react'
import { sections, visibleSections } from '#web/app/navigation.ts'
import { openClient } from '#web/app/open-client.ts'
import { signOut } from '#web/app/sign-out.ts'
import { setTheme } from '#web/lib/looks/theme.ts'
import type { PaletteRequest } from '#web/lib/use-palette-request.ts'

/** One line of the palette: an address (`to`), perhaps with a dialog to open there, or an action (`run`). */
export type PaletteCommand = {
  id: string
  title: string
  /** Note that distinguishes the command from others with the same title. */
  hint?: string
  icon: LucideIcon
} & ({ to: string; request?: PaletteRequest } | { run: () => void })

const userMenuScreens: PaletteCommand[] = [
  { id: 'screen:/account', title: 'Account', icon: UserRound, to: '/account' },
  { id: 'screen:/activity', title: 'Activity', icon: History, to: '/activity' },
  { id: 'screen:/alerts', title: 'Alerts', icon: Bell, to: '/alerts' },
  { id: 'screen:/agents', title: 'My agents', icon: Server, to: '/agents' },
  { id: 'screen:/displays', title: 'Displays', icon: MonitorSmartphone, to: '/displays' },
  { id: 'screen:/settings', title: 'Settings', icon: Settings, to: '/settings' },
]

/** Every screen in the sidebar and the user menu. */
export function screenCommands(role: string | undefined): PaletteCommand[] {
  const listed = visibleSections(sections, role).flatMap(({ title: section, routes }) =>
    routes.map(({ title, url, icon }) => ({ id: `screen:${url}`, title, hint: section, icon, to: url })),
  )
  return [...listed, ...userMenuScreens]
}

const backUp: PaletteCommand = {
  id: 'action:back-up',
  title: 'Back up now',
  hint: 'settings',
  icon: Archive,
  to: '/settings/about',
  request: { ask: 'back-up' },
}

const everyonesActions: PaletteCommand[] = [
  { id: 'action:client', title: 'Go to Client', icon: Monitor, run: openClient },
  { id: 'action:new-page', title: 'New page…', icon: Plus, to: '/dashboard', request: { ask: 'new-page' } },
  {
    id: 'action:add-module',
    title: 'Add module…',
    icon: LayoutPanelTop,
    to: '/dashboard',
    request: { ask: 'add-module' },
  },
  {
    id: 'action:end-sessions',
    title: 'End all other sessions…',
    hint: 'sign out everywhere else',
    icon: LogOut,
    to: '/account',
    request: { ask: 'end-sessions' },
  },
  { id: 'action:light', title: 'Light theme', icon: Sun, run: () => setTheme('light') },
  { id: 'action:dark', title: 'Dark theme', icon: Moon, run: () => setTheme('dark') },
  { id: 'action:logout', title: 'Log out', icon: LogOut, run: signOut },
]

export const actionCommands = (isAdministrator: boolean): PaletteCommand[] =>
  isAdministrator ? [...everyonesActions, backUp] : everyonesActions

export const pageCommand = (page: Page): PaletteCommand => ({
  id: `page:${page._id}`,
  title: page.name,
  hint: page.active ? 'active page' : 'page',
  icon: LayoutDashboard,
  to: `/dashboard?page=${encodeURIComponent(page._id)}`,
})

const titleOf = ({ name, machine, agentId }: Agent) => name || machine?.hostname || agentId

export const agentCommand = (agent: Agent): PaletteCommand => ({
  id: `agent:${agent.agentId}`,
  title: titleOf(agent),
  hint: agent.status,
  icon: Server,
  to: `/agents/${encodeURIComponent(agent.agentId)}`,
})

export const userCommand = (user: User): PaletteCommand => ({
  id: `user:${user._id}`,
  title: `${user.name} ${user.surname}`.trim() || user.username,
  hint: user.email,
  icon: UserRound,
  to: `/admin/users?email=${encodeURIComponent(user.email)}`,
})

/** Words before an agent's name: a command of the reference agent, or *send* for any. */
const VERBS = new Map([
  ['restart', 'restarts the agent, not the machine'],
  ['reboot', 'restarts the machine'],
  ['update', 'brings the newest version of the agent'],
  ['ping', 'asks whether it answers'],
  ['diagnose', 'looks for what may be wrong'],
  ['send', 'a command'],
])

/** Splits typed text into a command and an agent's name; without a command all of it is a name. */
export function splitVerb(typed: string): { verb: string | null; rest: string } {
  const [first = '', ...others] = typed.split(/\s+/)
  const verb = first.toLowerCase()
  return VERBS.has(verb) ? { verb, rest: others.join(' ') } : { verb: null, rest: typed }
}

const verbTitle = (verb: string) => `${verb[0]?.toUpperCase()}${verb.slice(1)}`
const commandOf = (verb: string) => (verb === 'send' ? '' : verb)

/** Opens the form to send a command to an agent. */
export const sendingCommand = (verb: string, agent: Agent): PaletteCommand => ({
  id: `send:${verb}:${agent.agentId}`,
  title: `${verbTitle(verb)} ${titleOf(agent)}…`,
  hint: VERBS.get(verb) ?? '',
  icon: SquareTerminal,
  to: `/agents/${encodeURIComponent(agent.agentId)}`,
  request: { ask: 'command', command: commandOf(verb) },
})

/** Opens the form to send a command to all agents of a tag, with their number. */
export const sendingToTag = (verb: string, tag: string): PaletteCommand => ({
  id: `send-tag:${verb}:${tag}`,
  title: `${verbTitle(verb)} all with #${tag}…`,
  hint: VERBS.get(verb) ?? '',
  icon: Tag,
  to: '/activity',
  request: { ask: 'tag-command', command: commandOf(verb), tag },
})
