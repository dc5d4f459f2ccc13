import { Cross } from './signs.tsx'
import type { Album } from './use-album.ts'

/** Failures, file by file, until they are dismissed. */
export function Refusals({ refusals, onDismiss }: { refusals: Album['refusals']; onDismiss: () => void }) {
  if (refusals.length === 0) return null
  return (
    <div role="alert" className="photos-refusals">
      {/* A scrolling area must be reached by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <ul aria-label="Not done" tabIndex={0}>
        {refusals.map(({ name, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and two files may have one name
          <li key={index}>
            <strong>{name}</strong>: {why}
          </li>
        ))}
      </ul>
      <button type="button" className="photos-button" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
        <Cross />
      </button>
    </div>
  )
}
