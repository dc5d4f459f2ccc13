import { localZone } from '@atalaya/format/zone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { keepProgram } from '#web/app/cached-program.ts'
import { useDisplayHealth } from '#web/app/client/use-display-health.ts'
import { useWakeLock } from '#web/app/client/use-wake-lock.ts'
import { Notice } from '#web/app/display-screen/notice.tsx'
import { forgetOwnDisplay, ownDisplayMemory, ownDisplayQuery } from '#web/app/display-screen/own-display.ts'
import { Picture } from '#web/app/display-screen/picture.tsx'
import { ScreenClock } from '#web/app/display-screen/screen-clock.tsx'
import { createTimes } from '#web/app/display-screen/screen-times.ts'
import { useReports } from '#web/app/display-screen/use-reports.ts'
import { Wall } from '#web/app/display-screen/wall.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { useConnectivity } from '#web/lib/live/connectivity.ts'
import { clearSession } from '#web/lib/session/session.ts'

/** A screen with a credential: shows its pages, unless another screen does or its owner is blocked. */
export function Paired() {
  const client = useQueryClient()
  const obstacle = useReports()
  useEffect(keepProgram, [])
  useWakeLock()
  function leave() {
    clearSession({ leave: true })
    forgetOwnDisplay(client)
  }
  if (obstacle === null) return <DisplayPages />
  if (obstacle === 'paused') return <PausedNotice />
  return (
    <Notice
      title="This display is already shown on another screen"
      text="If that screen is off, this one takes over by itself within a minute."
    >
      <Button variant="secondary" onClick={leave}>
        Pair as another display
      </Button>
    </Notice>
  )
}

function PausedNotice() {
  const client = useQueryClient()
  useEffect(() => forgetOwnDisplay(client), [client])
  return (
    <Notice
      title="This display is paused"
      text="Its account is blocked. It goes on by itself once the account has access again."
    />
  )
}

function DisplayPages() {
  const { data: display } = useQuery(ownDisplayQuery)
  const { data: pages } = useQuery(pagesQuery)
  const asOf = useDisplayHealth(ownDisplayMemory)
  const isAway = useConnectivity() !== 'online'
  const times = useMemo(() => createTimes(null, localZone()), [])
  useNewPages(
    display ? [...display.entries.map(({ pageId }) => pageId), display.event?.pageId, display.alertPageId] : null,
  )
  if (display && pages) return <Wall display={display} pages={pages} asOf={asOf} />
  return (
    <Picture>
      <ScreenClock times={times}>{isAway && 'The server cannot be reached'}</ScreenClock>
    </Picture>
  )
}

/** Reads pages again when the playlist changes: it may have pages that this display could not read before. */
function useNewPages(pageIds: readonly unknown[] | null) {
  const client = useQueryClient()
  const ids = pageIds && JSON.stringify(pageIds)
  const lastIds = useRef(ids)
  useEffect(() => {
    if (lastIds.current !== null && lastIds.current !== ids)
      void client.invalidateQueries({ queryKey: pagesQuery.queryKey })
    lastIds.current = ids
  }, [client, ids])
}
