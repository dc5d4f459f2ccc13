import { useRef } from 'react'

const TEXTS = 'input:not([type=search]), textarea'
const FIELDS = `${TEXTS}, [role=combobox], [role=checkbox], [role=switch]`

/**
 * Tracks if somebody has typed or chosen something within an element. Each field's state is noted just before its first
 * use, since initial values may arrive late.
 */
export function useTypedFields() {
  const fields = useRef(new Map<Element, string>())

  const note = (field: Element) => fields.current.has(field) || fields.current.set(field, stateOf(field))
  const noteAll = ({ currentTarget }: { currentTarget: Element }) =>
    currentTarget.querySelectorAll(FIELDS).forEach(note)
  /**
   * Covers dictation and autofill, which press no key. Other kinds of fields get their value late and are noted on a
   * press.
   */
  const noteFocused = ({ target }: { target: Element }) => {
    if (target.matches(TEXTS)) note(target)
  }

  return {
    /** Event handlers of the element. */
    handlers: { onFocusCapture: noteFocused, onKeyDownCapture: noteAll, onPointerDownCapture: noteAll },
    isChanged: () => [...fields.current].some(([field, before]) => field.isConnected && stateOf(field) !== before),
    /** Starts over: the present values are saved, or not the user's. */
    settle: () => fields.current.clear(),
  }
}

function stateOf(field: Element): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return `${field.getAttribute('aria-checked')} ${field.textContent}`
}
