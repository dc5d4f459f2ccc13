import type { Change, TodoItem } from './items.ts'
import { Check } from './signs.tsx'

type DisplayRowProps = { item: TodoItem; onChange?: ((change: Change) => void) | undefined }

/** One thing to do on a display. If its owner allows it, a touch anywhere on the row ticks it. */
export function DisplayRow({ item: { id, text, done }, onChange }: DisplayRowProps) {
  const box = <span className={`todo-box${done ? ' todo-box-done' : ''}`}>{done && <Check />}</span>
  const words = (
    <span className={`todo-text line-clamp-2 ${done ? 'text-muted-foreground line-through' : ''}`} title={text}>
      {text}
    </span>
  )
  if (!onChange) {
    return (
      <li className="todo-row">
        <span role="img" aria-label={done ? 'Done' : 'To do'}>
          {box}
        </span>
        {words}
      </li>
    )
  }
  return (
    <li>
      <label className="todo-row todo-touched">
        <input
          type="checkbox"
          className="sr-only"
          checked={done}
          aria-label={text}
          onChange={() => onChange({ type: 'tick', id, done: !done })}
        />
        {box}
        {words}
      </label>
    </li>
  )
}
