import { useRef } from 'react'

const TEXTS = 'input:not([type=search]), textarea'
const FIELDS = `${TEXTS}, [role=combobox], [role=checkbox], [role=switch]`

/**
 * Tracks if somebody has typed or chosen something within an element. Each field's state is read just before its first
 * use, since initial values may arrive late.
 */
export function useTypedFields() {
  const fields = useRef(new Map<Element, string>())

  const track = (field: Element) => fields.current.has(field) || fields.current.set(field, stateOf(field))
  const trackAll = ({ currentTarget }: { currentTarget: Element }) =>
    currentTarget.querySelectorAll(FIELDS).forEach(track)
  /**
   * Covers dictation and autofill, which press no key. Other kinds of fields get their value late and are tracked on a
   * press.
   */
  const trackFocused = ({ target }: { target: Element }) => {
    if (target.matches(TEXTS)) track(target)
  }

  return {
    /** Event handlers of the element. */
    handlers: { onFocusCapture: trackFocused, onKeyDownCapture: trackAll, onPointerDownCapture: trackAll },
    isChanged: () => [...fields.current].some(([field, before]) => field.isConnected && stateOf(field) !== before),
    /** Starts over: the current values are saved, or are not the user's. */
    startOver: () => fields.current.clear(),
  }
}

function stateOf(field: Element): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return `${field.getAttribute('aria-checked')} ${field.textContent}`
}
