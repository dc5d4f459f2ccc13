import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Change, MAX_TEXT, type TodoItem } from './items.ts'
import { Check, Cross } from './signs.tsx'

type RowProps = { item: TodoItem; onChange: (change: Change) => void }

/** One thing to do: its box ticks, its text is edited by pressing it, its cross removes. */
export function Row({ item, onChange }: RowProps) {
  const { id, text, done } = item
  const [isEdited, setEdited] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  // The keyboard goes on where it was.
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <li className="todo-row">
      <label className="todo-target">
        <input
          type="checkbox"
          className="sr-only"
          checked={done}
          aria-label={text}
          onChange={() => onChange({ type: 'tick', id, done: !done })}
        />
        <span className={`todo-box${done ? ' todo-box-done' : ''}`}>{done && <Check />}</span>
      </label>
      {isEdited ? (
        <Editor
          text={text}
          onEnd={(next) => {
            setEdited(false)
            if (next && next !== text) onChange({ type: 'edit', id, text: next })
          }}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          className={`todo-text todo-edit ${done ? 'text-muted-foreground line-through' : ''}`}
          title={text}
          aria-label={`Edit ${text}`}
          onClick={() => setEdited(true)}
        >
          <span className="line-clamp-3">{text}</span>
        </button>
      )}
      <button
        type="button"
        className="todo-remove"
        title="Remove"
        aria-label={`Remove ${text}`}
        onClick={() => onChange({ type: 'remove', id })}
      >
        <Cross />
      </button>
    </li>
  )
}

/** Enter keeps what was written, Escape does not; leaving the field keeps it. */
function Editor({ text, onEnd }: { text: string; onEnd: (next: string | null) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const isOver = useRef(false)
  const end = (next: string | null) => {
    // Taking the field away makes it lose the focus once more.
    if (isOver.current) return
    isOver.current = true
    onEnd(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') end(event.currentTarget.value.trim())
    if (event.key === 'Escape') end(null)
  }
  return (
    <input
      ref={field}
      className="todo-field"
      aria-label="Text"
      defaultValue={text}
      maxLength={MAX_TEXT}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value.trim())}
    />
  )
}
