import { useRef } from 'react'

/** What one types or chooses in. */
const FIELD = 'input, textarea, select, [role="combobox"]'

function focusBack(opener: Element | null) {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener.focus()
  // What opened it is gone: one goes on from the page's content.
  document.getElementById('content')?.focus({ preventScroll: true })
}

/** Gives the focus back to where it was when a dialog opened; by itself a dialog knows only a trigger of its own. */
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

/** The same; and a dialog without a field is focused itself, so that one meets what is in it from the beginning. */
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
