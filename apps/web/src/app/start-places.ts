import type { Page } from '@atalaya/contract/dashboard'
import type { StartPage, StartPlace } from '@atalaya/contract/preferences'

type StartScreen = { title: string; to: string; isForAdmins?: true }

/** Start screens, named as in the sidebar and the user menu. */
const SCREENS: Record<StartPlace, StartScreen> = {
  dashboards: { title: 'Dashboards', to: '/dashboard' },
  agents: { title: 'My agents', to: '/agents' },
  activity: { title: 'Activity', to: '/activity' },
  alerts: { title: 'Alerts', to: '/alerts' },
  displays: { title: 'Displays', to: '/displays' },
  marketplace: { title: 'Marketplace', to: '/marketplace' },
  fleet: { title: 'All agents', to: '/admin/agents', isForAdmins: true },
  users: { title: 'Users', to: '/admin/users', isForAdmins: true },
  audit: { title: 'Audit', to: '/admin/audit', isForAdmins: true },
}

/** An offered choice; `chosen` is the stored value. */
export type Start = { chosen: StartPage; title: string; to: string }

export const HOME: Start = { chosen: {}, title: 'Home', to: '/' }

/** Start screens that a person may open. */
export function startPlaces(isAdmin: boolean): Start[] {
  const allowed = Object.entries(SCREENS).filter(([, { isForAdmins }]) => isAdmin || !isForAdmins)
  return [HOME, ...allowed.map(([place, { title, to }]) => ({ chosen: { place: place as StartPlace }, title, to }))]
}

export const startPages = (pages: readonly Page[]): Start[] =>
  pages.map(({ _id, name }) => ({ chosen: { page: _id }, title: name, to: `/dashboard?page=${_id}` }))

/** Key to compare choices by. */
export const startKey = (chosen: StartPage) => Object.entries(chosen).flat().join(' ')

/** The choice, if it is still offered; else Home. */
export const startOf = (chosen: StartPage, offered: readonly Start[]): Start =>
  offered.find((start) => startKey(start.chosen) === startKey(chosen)) ?? HOME
