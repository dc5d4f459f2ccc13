import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useReach } from '#web/lib/reachable.ts'

const CHECK_MS = 10 * 60_000
const WORKER = '/display-worker.js'

/** Names the client that the server hands out; null where it does not answer. */
async function builtVersion(): Promise<string | null> {
  const response = await fetch('/client', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response?.ok ? response.headers.get('etag') : null
}

/** Keeps the program for when the server is away. Browsers do that on secure origins only, and not for the dev server. */
function startWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it a display works as long as the server does.
  navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' }).catch(() => undefined)
}

/** Loads a new version of the client when nobody is looking: between two slides, or behind the black clock. */
export function useNewVersion(isIdle: boolean) {
  const first = useRef<string | null>(null)
  const isOutdated = useRef(false)
  const { search } = useLocation()
  const reach = useReach()

  useEffect(startWorker, [])
  // Also when the server is back: that is when it may be a newer one.
  useEffect(() => {
    if (reach !== 'online') return
    async function check() {
      const version = await builtVersion()
      first.current ??= version
      isOutdated.current = version !== null && version !== first.current
    }
    void check()
    const timer = setInterval(() => void check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [reach])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address changes with the slide, and that is the moment.
  useEffect(() => {
    if (isOutdated.current) window.location.reload()
  }, [search, isIdle])
}
