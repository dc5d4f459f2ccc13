type Entry = { title: string }

/** What is set here, by the last part of its address. */
export const SECTIONS = {
  appearance: { title: 'Appearance' },
  language: { title: 'Language and time' },
  start: { title: 'Start page' },
  connections: { title: 'Connections' },
  tokens: { title: 'Tokens' },
  about: { title: 'About this server' },
} as const satisfies Record<string, Entry>
export type Section = keyof typeof SECTIONS

export const isSection = (name: string | undefined): name is Section => name !== undefined && name in SECTIONS

/** What is set on screens of its own. */
export const ELSEWHERE: (Entry & { to: string })[] = [
  { to: '/account', title: 'Sign-in and sessions' },
  { to: '/alerts?show=rules', title: 'Alert rules' },
  { to: '/alerts?show=notifications', title: 'Notifications' },
  { to: '/displays', title: 'Displays' },
]
