import type { Page } from '@atalaya/contract/dashboard'
import { type Showing, showingAt } from '@atalaya/contract/display-playlist'
import type { OwnDisplay } from '@atalaya/contract/displays'
import { useEffect, useRef, useState } from 'react'
import { knownZone } from '#web/app/display-screen/screen-times.ts'
import { serverClock } from '#web/app/display-screen/server-clock.ts'
import { moveBy, type TurnState, turnAt } from '#web/app/display-screen/turns.ts'
import { readShownPage } from '#web/features/boards/wall/shown-page.ts'
import { useStable } from '#web/lib/use-stable.ts'

const TICK_MS = 1_000
/** Interval for finding the content again; a change does so at once. Converting to a zone's time is not free. */
const JUDGE_EVERY_MS = 5_000

function showingNow({ entries, zone, event, alertPageId }: OwnDisplay, pages: readonly Page[]): Showing {
  const until = event && { pageId: event.pageId, until: Date.parse(event.until) }
  const pageIds = new Set(pages.map(({ _id }) => _id))
  return showingAt({ entries, zone: knownZone(zone), event: until, pageIds, alertPageId }, serverClock.now())
}

type Judgement = { showing: Showing; state: TurnState; direction: 1 | -1 }

/** Present page of a display, the reason for it, and functions to move by hand. */
export function useTurns(display: OwnDisplay, pages: readonly Page[]) {
  const [judged, setJudged] = useState<Judgement>(() => {
    const showing = showingNow(display, pages)
    return { showing, state: turnAt(null, showing.turns, performance.now(), readShownPage()), direction: 1 }
  })
  const judgedAt = useRef(Number.NEGATIVE_INFINITY)

  const tick = useStable(() => {
    const now = performance.now()
    const isDue = now - judgedAt.current >= JUDGE_EVERY_MS
    if (isDue) judgedAt.current = now
    const news = isDue ? showingNow(display, pages) : null
    setJudged((before) => {
      const showing = news ?? before.showing
      const state = turnAt(before.state, showing.turns, now)
      const isSame = state === before.state && showing.because === before.showing.because
      return isSame ? before : { showing, state, direction: 1 }
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is judged at once.
  useEffect(() => {
    judgedAt.current = Number.NEGATIVE_INFINITY
    tick()
  }, [display, pages, tick])
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [tick])

  const move = useStable((direction: 1 | -1) =>
    setJudged(({ showing, state }) => ({ showing, state: moveBy(state, direction, performance.now()), direction })),
  )
  return { ...judged, move }
}
