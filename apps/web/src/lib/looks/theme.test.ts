import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// A page that has been a display stays one, so each file loads the program again.
beforeEach(() => void vi.resetModules())
afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

const isDark = () => document.documentElement.classList.contains('dark')
/** A change that another tab has stored. */
function store(key: string, theme: string) {
  localStorage.setItem(key, theme)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
}

test('the theme of another tab is shown; that of a person changes no display in the same browser', async () => {
  const { setTheme, showThemeOfDisplay, useTheme } = await import('#web/lib/looks/theme.ts')
  const { result, unmount } = renderHook(useTheme)
  act(() => setTheme('light'))
  store('vite-ui-theme', 'dark')
  expect([result.current, isDark()]).toEqual(['dark', true])
  act(() => showThemeOfDisplay('light'))
  expect([result.current, localStorage.getItem('vite-ui-theme')]).toEqual(['light', 'dark'])
  store('vite-ui-theme', 'dark')
  expect(result.current).toBe('light')
  store('display_theme', 'dark')
  expect(result.current).toBe('dark')
  unmount()
})
