import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the focus on a button that is disabled while it is busy: browsers take the focus from disabled elements, and a
 * dialog then takes it itself. Returns the button's ref, and hands the button to `ref`.
 */
export function useFocusWhileBusy(
  busy: boolean,
  ref: Ref<HTMLButtonElement> | undefined,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)
  useLayoutEffect(() => {
    if (busy) {
      hadFocus.current = document.activeElement === button.current
      return
    }
    // Focus on another element is a choice of the user, and stays there.
    if (hadFocus.current && document.activeElement?.contains(button.current)) button.current?.focus()
    hadFocus.current = false
  }, [busy])
  return button
}
