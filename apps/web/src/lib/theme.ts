import { useSyncExternalStore } from 'react'

/** The page's theme.js reads the same key before the first paint. */
const KEY = 'vite-ui-theme'

export type Theme = 'light' | 'dark' | 'system'

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function resolved(): 'light' | 'dark' {
  const theme = readTheme()
  if (theme !== 'system') return theme
  return systemDark.matches ? 'dark' : 'light'
}

function apply() {
  document.documentElement.classList.toggle('dark', resolved() === 'dark')
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme) {
  localStorage.setItem(KEY, theme)
  apply()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, readTheme)
/** What is shown now, with `system` resolved. */
export const useShownTheme = () => useSyncExternalStore(subscribe, resolved, () => 'light' as const)

systemDark.addEventListener('change', apply)
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) apply()
})
