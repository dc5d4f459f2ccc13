import type { ReactNode } from 'react'
import { Logo } from '#web/components/logo.tsx'
import { AuthLandscape } from '#web/features/auth/auth-landscape.tsx'
import { cn } from '#web/lib/looks/cn.ts'

type AuthFrameProps = {
  title: string
  /** Wide enough for two columns, so that everything fits a low screen without scrolling. */
  isWide?: boolean
  children: ReactNode
}

/** Page frame around the forms for signed-out users. */
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
