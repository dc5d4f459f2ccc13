import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { type Reach, useReach } from '#web/lib/reachable.ts'
import { knock } from '#web/lib/request.ts'

const KNOCK_MS = 5_000

const texts: Record<Reach, string> = {
  online: '',
  offline: 'You are offline. What you see may be out of date.',
  unreachable: 'The server cannot be reached. Trying again…',
}

/** Says that the network or the server is away, until it is back. */
export function OfflineBanner() {
  const reach = useReach()
  useEffect(() => {
    if (reach !== 'unreachable') return
    const timer = setInterval(knock, KNOCK_MS)
    return () => clearInterval(timer)
  }, [reach])
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4">
      {reach !== 'online' && (
        <p className="flex animate-rise items-center gap-2 rounded-full bg-foreground px-4 py-2 text-background text-sm shadow-lg">
          <CloudOff className="size-4 shrink-0" aria-hidden />
          {texts[reach]}
        </p>
      )}
    </div>
  )
}
