import { useEffect, useId, useRef, useState } from 'react'
import { Refusals } from './refusals.tsx'
import { Thumb } from './thumb.tsx'
import type { Album } from './use-album.ts'

type ArrangeProps = { ids: readonly string[]; album: Album; onClose: () => void }

/** All photos in their order. A dialog of the browser, as tiles may be smaller than a photo. */
export function Arrange({ ids, album, onClose }: ArrangeProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [group, title] = [useId(), useId()]
  const dragged = useRef<string | null>(null)
  const [chosen, choose] = useState(ids[0])
  useEffect(() => dialog.current?.showModal(), [])
  // Another screen may have removed the chosen one.
  const index = Math.max(0, chosen === undefined ? 0 : ids.indexOf(chosen))
  const moveTo = (to: number) => {
    const id = ids[index]
    if (id !== undefined && to !== index && to >= 0 && to < ids.length) album.move(id, to)
  }
  return (
    <dialog ref={dialog} aria-labelledby={title} className="photos-order" onClose={onClose}>
      <h2 id={title}>Order of the photos</h2>
      <ol>
        {ids.map((id, at) => (
          <Thumb
            key={id}
            id={id}
            group={group}
            index={at}
            count={ids.length}
            isChosen={at === index}
            onChoose={() => choose(id)}
            dragged={dragged}
            onDrop={() => moveTo(at)}
          />
        ))}
      </ol>
      <div className="photos-order-bar">
        <button type="button" className="photos-answer" onClick={() => moveTo(index - 1)}>
          Move up
        </button>
        <button type="button" className="photos-answer" onClick={() => moveTo(index + 1)}>
          Move down
        </button>
        <span role="status" className="photos-order-place">
          Photo {index + 1} of {ids.length}
        </span>
        <button type="button" className="photos-answer" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
      <Refusals refusals={album.refusals} onDismiss={album.dismiss} />
    </dialog>
  )
}
