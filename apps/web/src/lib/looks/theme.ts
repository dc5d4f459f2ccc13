import { useSyncExternalStore } from 'react'

/** Same key as in theme.js, which runs before the first paint. */
const PERSON_KEY = 'vite-ui-theme'
/** A display's own key, so that the theme of a person in the same browser does not change. */
const DISPLAY_KEY = 'display_theme'

let key = PERSON_KEY

export type Theme = 'light' | 'dark' | 'system'

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function shownTheme(): 'light' | 'dark' {
  const theme = readTheme()
  if (theme !== 'system') return theme
  return systemDark.matches ? 'dark' : 'light'
}

function apply() {
  document.documentElement.classList.toggle('dark', shownTheme() === 'dark')
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme) {
  localStorage.setItem(key, theme)
  apply()
}

export function showThemeOfDisplay(theme: Theme) {
  key = DISPLAY_KEY
  setTheme(theme)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, readTheme)
/** Theme shown now, with `system` resolved. */
export const useShownTheme = () => useSyncExternalStore(subscribe, shownTheme, () => 'light' as const)

systemDark.addEventListener('change', apply)
window.addEventListener('storage', ({ key: changed }) => {
  if (changed === key || changed === null) apply()
})
