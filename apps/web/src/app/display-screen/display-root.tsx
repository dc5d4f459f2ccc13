import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Notice } from '#web/app/display-screen/notice.tsx'
import { forgetOwnDisplay } from '#web/app/display-screen/own-display.ts'
import { Paired } from '#web/app/display-screen/paired.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { hasSignedOut, useSession } from '#web/lib/session/session.ts'

// Loaded on demand: a paired display does not need the code that draws QR pictures.
const Pairing = lazy(() => import('#web/app/display-screen/pairing.tsx').then((m) => ({ default: m.Pairing })))

/** Time for which only the reason is shown, before the screen offers pairing again by itself. */
const REMOVED_MS = 60_000

/** A screen that is a display, was one until now, or may become one. `wasPaired`: it was one at start. */
export function DisplayRoot({ wasPaired }: { wasPaired: boolean }) {
  const session = useSession()
  const isPaired = session !== null
  const wasPairedBefore = useRef(wasPaired)
  const [isRemoved, setRemoved] = useState(wasPaired && !isPaired)
  useEffect(() => {
    if (wasPairedBefore.current !== isPaired) setRemoved(wasPairedBefore.current && !hasSignedOut())
    wasPairedBefore.current = isPaired
  }, [isPaired])
  // A new credential means a new pairing: start from a clean state.
  if (isPaired) return <Paired key={session.accessToken} />
  if (isRemoved) return <RemovedNotice onPair={() => setRemoved(false)} />
  return (
    <Suspense>
      <Pairing />
    </Suspense>
  )
}

function RemovedNotice({ onPair }: { onPair: () => void }) {
  const client = useQueryClient()
  useEffect(() => forgetOwnDisplay(client), [client])
  useEffect(() => {
    const timer = setTimeout(onPair, REMOVED_MS)
    return () => clearTimeout(timer)
  }, [onPair])
  return (
    <Notice
      title="This display was removed"
      text="It shows nothing any more. A code to pair it again appears by itself."
    >
      <Button size="lg" onClick={onPair}>
        Pair again
      </Button>
    </Notice>
  )
}
