import { type RefObject, useRef, useState } from 'react'
import { useThumb } from './use-thumb.ts'

type ThumbProps = {
  id: string
  /** Name of the radio buttons. */
  group: string
  index: number
  count: number
  isChosen: boolean
  onChoose: () => void
  /** Id of the photo that is being dragged; null if none is. */
  dragged: RefObject<string | null>
  onDrop: () => void
}

/** One photo of the order: chosen by a press or an arrow key, moved by dragging it onto another one. */
export function Thumb({ id, group, index, count, isChosen, onChoose, dragged, onDrop }: ThumbProps) {
  const place = useRef<HTMLLIElement>(null)
  const src = useThumb(id, place)
  const [isOver, setOver] = useState(false)
  return (
    <li
      ref={place}
      draggable
      className={`photos-thumb${isOver ? ' photos-thumb-over' : ''}`}
      onDragStart={({ dataTransfer }) => {
        // Firefox drags nothing without data.
        dataTransfer.setData('text/plain', '')
        dataTransfer.effectAllowed = 'move'
        dragged.current = id
        onChoose()
      }}
      onDragEnd={() => {
        dragged.current = null
      }}
      onDragOver={(event) => {
        if (dragged.current === null) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (dragged.current === null) return
        event.preventDefault()
        onDrop()
      }}
    >
      <label>
        <input
          type="radio"
          className="sr-only"
          name={group}
          checked={isChosen}
          aria-label={`Photo ${index + 1} of ${count}`}
          onChange={onChoose}
        />
        {src && <img src={src} alt="" draggable={false} />}
        <span aria-hidden>{index + 1}</span>
      </label>
    </li>
  )
}
