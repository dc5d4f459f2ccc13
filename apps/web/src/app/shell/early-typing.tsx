import { useEffect } from 'react'

type EarlyTypingProps = {
  onType: (change: (text: string) => string) => void
  /** Escape is pressed before the palette is there. */
  onCancel: () => void
}

/**
 * Collects keys typed before the palette's code has loaded. Otherwise letters are lost, and Enter acts on the page
 * behind.
 */
export function EarlyTyping({ onType, onCancel }: EarlyTypingProps) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey) return
      const edit = editBy(key)
      if (key === 'Escape') onCancel()
      else if (edit) onType(edit)
      else if (key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onType, onCancel])
  return null
}

function editBy(key: string): ((text: string) => string) | null {
  if (key === 'Backspace') return (text) => text.slice(0, -1)
  return key.length === 1 ? (text) => text + key : null
}
