import { useEffect } from 'react'

/** Takes what is typed before the palette's program has come: otherwise the letters are lost, and Enter does anything. */
export function EarlyTyping({ onType }: { onType: (change: (text: string) => string) => void }) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      if (key === 'Backspace') onType((text) => text.slice(0, -1))
      else if (key.length === 1) onType((text) => text + key)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onType])
  return null
}
