import {
  BellRing,
  Flag,
  Info,
  KeyRound,
  Languages,
  type LucideIcon,
  MonitorSmartphone,
  Palette,
  Plug,
  ShieldCheck,
  Siren,
} from 'lucide-react'

type Entry = { title: string; icon: LucideIcon }

/** Sections of the settings by the last part of their address. */
export const SECTIONS = {
  appearance: { title: 'Appearance', icon: Palette },
  language: { title: 'Language and time', icon: Languages },
  start: { title: 'Start page', icon: Flag },
  connections: { title: 'Connections', icon: Plug },
  tokens: { title: 'Tokens', icon: KeyRound },
  about: { title: 'About this server', icon: Info },
} as const satisfies Record<string, Entry>
export type Section = keyof typeof SECTIONS

export const isSection = (name: string | undefined): name is Section =>
  name !== undefined && Object.hasOwn(SECTIONS, name)

/** Settings on screens of their own. */
export const SEPARATE_SCREENS: (Entry & { to: string })[] = [
  { to: '/account', title: 'Sign-in and sessions', icon: ShieldCheck },
  { to: '/alerts?show=rules', title: 'Alert rules', icon: Siren },
  { to: '/alerts?show=notifications', title: 'Notifications', icon: BellRing },
  { to: '/displays', title: 'Displays', icon: MonitorSmartphone },
]
