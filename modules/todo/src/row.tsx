import { useEffect, useRef, useState } from 'react'
import { Editor } from './editor.tsx'
import type { Change, TodoItem } from './items.ts'
import { Check, Cross } from './signs.tsx'

type RowProps = { item: TodoItem; onChange: (change: Change) => void }

/** One thing to do: its box ticks, its text is edited and its place changed by pressing it, its cross removes. */
export function Row({ item, onChange }: RowProps) {
  const { id, text, done } = item
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // Returns the keyboard's focus to the button after the edit.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
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
      {isEditing ? (
        <Editor
          text={text}
          onMove={(by) => onChange({ type: 'move', id, by })}
          onEnd={(next) => {
            setEditing(false)
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
          onClick={() => setEditing(true)}
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
