import type { ReactNode } from 'react'

/** Puts the picture beside its text, or above it on a narrow screen. Has the same height in all states. */
export function QrColumns({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-5 md:grid-cols-[auto_1fr] md:gap-7">
      <div className="grid size-61 place-items-center justify-self-center rounded-xl border bg-white">{picture}</div>
      <div className="grid min-h-40 content-center justify-items-center gap-4 text-center md:justify-items-start md:text-left">
        {children}
      </div>
    </div>
  )
}
