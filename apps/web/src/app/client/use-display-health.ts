import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newestData, rememberDisplay } from '#web/app/client/display-memory.ts'
import { useReach } from '#web/lib/reachable.ts'
import { knock } from '#web/lib/request.ts'

const KNOCK_MS = 15_000

/**
 * Keeps a display going: it remembers what it shows, notices when the server goes away, and reads everything again when
 * it is back. Answers since when what is shown may be old; null while the server answers.
 */
export function useDisplayHealth(): Date | null {
  const client = useQueryClient()
  const isAway = useReach() !== 'online'
  const wasAway = useRef(isAway)
  const [asOf, setAsOf] = useState<Date | null>(null)

  useEffect(() => rememberDisplay(client), [client])
  useEffect(() => {
    // A display may have nothing to ask for hours; without asking it would not know.
    const timer = setInterval(() => void knock(), KNOCK_MS)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const cameBack = wasAway.current && !isAway
    wasAway.current = isAway
    setAsOf(isAway ? newestData(client) : null)
    if (cameBack) void client.invalidateQueries()
  }, [client, isAway])
  return asOf
}
