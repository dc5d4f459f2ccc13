import { useEffect } from 'react'

/** Calls `act` on Ctrl+key or Cmd+key, and prevents the browser's own action. */
export function useShortcut(key: string, act: () => void) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isShortcut || event.key.toLowerCase() !== key) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key, act])
}
