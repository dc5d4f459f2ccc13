import { type FormEvent, useState } from 'react'
import { type Change, MAX_ITEMS, MAX_TEXT } from './items.ts'
import { Plus } from './signs.tsx'

type AddItemProps = { isFull: boolean; onChange: (change: Change) => Promise<boolean> }

/** The field for a new thing to do; it stays ready for the next one. A text that could not be stored comes back. */
export function AddItem({ isFull, onChange }: AddItemProps) {
  const [text, setText] = useState('')
  if (isFull) return <p className="flex-1 text-muted-foreground text-xs">{MAX_ITEMS} items are the most.</p>
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    setText('')
    const isStored = await onChange({ type: 'add', id: newId(), text })
    if (!isStored) setText((next) => next || text)
  }
  return (
    <form className="todo-add" onSubmit={onSubmit}>
      <input
        className="todo-field"
        aria-label="New item"
        placeholder="New item"
        value={text}
        maxLength={MAX_TEXT}
        enterKeyHint="done"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="todo-plus" title="Add" aria-label="Add">
        <Plus />
      </button>
    </form>
  )
}

/** `randomUUID` is missing on plain HTTP, where many run this at home. */
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('-')
