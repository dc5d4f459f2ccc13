import { Logo } from '#web/components/logo.tsx'

/** Shown while the first page's code loads. The page's watchdog counts it as empty. */
export function BootScreen() {
  return (
    <div className="grid min-h-svh place-items-center" role="status" aria-label="Loading" data-unfinished>
      <Logo className="size-10 animate-pulse" />
    </div>
  )
}
