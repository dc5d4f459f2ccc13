import { useRef } from 'react'
import { Plus } from './signs.tsx'
import type { Album } from './use-album.ts'

type AddPhotosProps = { progress: Album['progress']; onFiles: Album['add'] }

/** Button that chooses files, with the progress of adding them. */
export function AddPhotos({ progress, onFiles }: AddPhotosProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photos"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      <button type="button" className="photos-add" title="Add photos" onClick={() => input.current?.click()}>
        <Plus />
        <span className="photos-label">Add photos</span>
      </button>
      <span role="status" className="photos-progress">
        {progress && `Adding ${progress.done + 1} of ${progress.total}`}
      </span>
    </>
  )
}
