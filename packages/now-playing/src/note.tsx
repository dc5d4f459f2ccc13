import type { ReactNode } from 'react'

/** `hasOneRow` is true for a widget of one row, where the picture has no room. */
type NoteProps = { title: string; hint: string; age: ReactNode; hasOneRow: boolean }

/** Note in place of a song. */
export function Note({ title, hint, age, hasOneRow }: NoteProps) {
  return (
    <div className="@container relative flex h-full flex-col items-center justify-center gap-1 overflow-hidden p-3 text-center">
      {!hasOneRow && (
        <svg viewBox="0 0 24 24" className="mb-1 size-8 text-muted-foreground" aria-hidden="true">
          <path
            d="M9 18V5.5L20 3v12.5M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0Zm11-2.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z"
            className="fill-none stroke-current"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </svg>
      )}
      <p className="font-medium leading-tight">{title}</p>
      <p className="text-balance text-muted-foreground text-sm leading-snug @max-[7rem]:sr-only">{hint}</p>
      <span className="absolute top-2 right-2">{age}</span>
    </div>
  )
}
