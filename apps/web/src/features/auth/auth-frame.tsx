import type { ReactNode } from 'react'
import { Logo } from '#web/components/logo.tsx'
import { AuthLandscape } from '#web/features/auth/auth-landscape.tsx'
import { cn } from '#web/lib/cn.ts'

type AuthFrameProps = {
  title: string
  /** Room for two columns; on a low screen everything must fit without scrolling. */
  isWide?: boolean
  children: ReactNode
}

/** The quiet page around every form for people who are not signed in. */
export function AuthFrame({ title, isWide = false, children }: AuthFrameProps) {
  return (
    <main className="relative isolate grid min-h-svh place-items-center overflow-hidden bg-sidebar p-4">
      <AuthLandscape />
      <div className={cn('grid w-full max-w-sm gap-5', isWide && 'md:max-w-2xl')}>
        <div className="grid justify-items-center gap-3">
          <Logo className="size-10" />
          <h1 className="font-semibold text-xl">{title}</h1>
        </div>
        <div className="rounded-xl border bg-card p-5 shadow-md">{children}</div>
      </div>
    </main>
  )
}
