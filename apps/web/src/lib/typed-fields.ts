import { useRef } from 'react'

const TEXTS = 'input:not([type=search]), textarea'
const FIELDS = `${TEXTS}, [role=combobox], [role=checkbox], [role=switch]`

/**
 * Whether somebody has typed or chosen something within an element. Each field is noted before somebody gets at it, for
 * what it shows at first may come late.
 */
export function useTypedFields() {
  const fields = useRef(new Map<Element, string>())

  const note = (field: Element) => fields.current.has(field) || fields.current.set(field, stateOf(field))
  const noteAll = ({ currentTarget }: { currentTarget: Element }) =>
    currentTarget.querySelectorAll(FIELDS).forEach(note)
  /** Who dictates, or has it filled in, presses nothing. What has no text of its own says late what is chosen. */
  const noteFocused = ({ target }: { target: Element }) => {
    if (target.matches(TEXTS)) note(target)
  }

  return {
    /** For the element. */
    handlers: { onFocusCapture: noteFocused, onKeyDownCapture: noteAll, onPointerDownCapture: noteAll },
    isChanged: () => [...fields.current].some(([field, before]) => field.isConnected && stateOf(field) !== before),
    /** What the fields show now is kept somewhere, or is none of anybody's. */
    settle: () => fields.current.clear(),
  }
}

function stateOf(field: Element): string {
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) return String(field.checked)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  return `${field.getAttribute('aria-checked')} ${field.textContent}`
}
