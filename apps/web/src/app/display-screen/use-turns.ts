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
/** Interval for evaluating the playlist again, longer than a tick: converting to a zone's time is costly. */
const EVALUATE_EVERY_MS = 5_000

function showingNow({ entries, zone, event, alertPageId }: OwnDisplay, pages: readonly Page[]): Showing {
  const pageEvent = event && { pageId: event.pageId, until: Date.parse(event.until) }
  const pageIds = new Set(pages.map(({ _id }) => _id))
  return showingAt({ entries, zone: knownZone(zone), event: pageEvent, pageIds, alertPageId }, serverClock.now())
}

type Evaluation = { showing: Showing; state: TurnState; direction: 1 | -1 }

/** Present page of a display, the reason for it, and functions to move by hand. */
export function useTurns(display: OwnDisplay, pages: readonly Page[]) {
  const [evaluation, setEvaluation] = useState<Evaluation>(() => {
    const showing = showingNow(display, pages)
    return { showing, state: turnAt(null, showing.turns, performance.now(), readShownPage()), direction: 1 }
  })
  const evaluatedAt = useRef(Number.NEGATIVE_INFINITY)

  const tick = useStable(() => {
    const now = performance.now()
    const isDue = now - evaluatedAt.current >= EVALUATE_EVERY_MS
    if (isDue) evaluatedAt.current = now
    const newShowing = isDue ? showingNow(display, pages) : null
    setEvaluation((before) => {
      const showing = newShowing ?? before.showing
      const state = turnAt(before.state, showing.turns, now)
      const isSame = state === before.state && showing.because === before.showing.because
      return isSame ? before : { showing, state, direction: 1 }
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change is evaluated at once.
  useEffect(() => {
    evaluatedAt.current = Number.NEGATIVE_INFINITY
    tick()
  }, [display, pages, tick])
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [tick])

  const move = useStable((direction: 1 | -1) =>
    setEvaluation(({ showing, state }) => ({ showing, state: moveBy(state, direction, performance.now()), direction })),
  )
  return { ...evaluation, move }
}
