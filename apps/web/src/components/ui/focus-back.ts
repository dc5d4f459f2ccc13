import { useRef } from 'react'

/** Controls for text and choices. */
const FIELD = 'input, textarea, select, [role="combobox"]'

function focusBack(opener: Element | null) {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener.focus()
  // If the opener is gone, the focus goes to the page's content.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** Returns the focus to where it was when a dialog opened; Radix itself knows only its own trigger. */
export function useFocusBack() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusBack(opener.current)
    },
  }
}

/** Like `useFocusBack`. A dialog without fields gets the focus itself, so that it is read from its beginning. */
export function useDialogFocus() {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusBack()
  return {
    onCloseAutoFocus,
    onOpenAutoFocus: (event: Event) => {
      onOpenAutoFocus()
      const dialog = event.currentTarget
      if (!(dialog instanceof HTMLElement) || dialog.querySelector(FIELD)) return
      event.preventDefault()
      dialog.focus()
    },
  }
}
