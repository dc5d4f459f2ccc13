import type { ReactNode } from 'react'
import { Logo } from '#web/components/logo.tsx'

/** The quiet page around every form for people who are not signed in. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-svh place-items-center bg-sidebar p-4">
      <div className="grid w-full max-w-sm gap-6">
        <div className="grid justify-items-center gap-3">
          <Logo className="size-10" />
          <h1 className="font-semibold text-xl">{title}</h1>
        </div>
        <div className="rounded-xl border bg-card p-5 shadow-md">{children}</div>
      </div>
    </main>
  )
}
