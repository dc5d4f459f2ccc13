import type { ReactNode } from 'react'

/** The picture beside what is told about it; below each other where there is no room. Keeps its height in all states. */
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
