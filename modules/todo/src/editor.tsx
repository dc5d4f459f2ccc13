import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { MAX_TEXT } from './items.ts'
import { Down, Up } from './signs.tsx'

type EditorProps = { text: string; onMove: (by: -1 | 1) => void; onEnd: (next: string | null) => void }

/** Changes a text and its position. Enter stores it, Escape does not; leaving stores it. */
export function Editor({ text, onMove, onEnd }: EditorProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const isOver = useRef(false)
  const end = ({ isSaved }: { isSaved: boolean }) => {
    // Taking the field away makes it lose the focus once more.
    if (isOver.current) return
    isOver.current = true
    onEnd(isSaved ? (field.current?.value.trim() ?? '') : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && event.target === field.current) end({ isSaved: true })
    if (event.key === 'Escape') end({ isSaved: false })
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) end({ isSaved: true })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only events that bubble from its controls.
    <div className="todo-editor" onKeyDown={onKeyDown} onBlur={onBlur}>
      <input ref={field} className="todo-field" aria-label="Text" defaultValue={text} maxLength={MAX_TEXT} />
      <button type="button" className="todo-step" title="Up" aria-label={`Move ${text} up`} onClick={() => onMove(-1)}>
        <Up />
      </button>
      <button
        type="button"
        className="todo-step"
        title="Down"
        aria-label={`Move ${text} down`}
        onClick={() => onMove(1)}
      >
        <Down />
      </button>
    </div>
  )
}
