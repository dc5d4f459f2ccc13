import { Logo } from '#web/components/logo.tsx'

/** Stands for the moment in which the first page's code is on its way. The watchdog of the page counts it as empty. */
export function BootScreen() {
  return (
    <div className="grid min-h-svh place-items-center" role="status" aria-label="Loading" data-unfinished>
      <Logo className="size-10 animate-pulse" />
    </div>
  )
}
