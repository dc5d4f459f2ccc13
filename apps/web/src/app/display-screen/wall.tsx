import type { Page } from '@atalaya/contract/dashboard'
import type { OwnDisplay } from '@atalaya/contract/displays'
import { useEffect, useMemo } from 'react'
import { useIdle } from '#web/app/client/use-idle.ts'
import { useNewVersion } from '#web/app/client/use-new-version.ts'
import { darkness, themeAt } from '#web/app/display-screen/darkness.ts'
import { AsOf, PlaylistPosition, TopBar } from '#web/app/display-screen/display-frame.tsx'
import { setPageOnScreen } from '#web/app/display-screen/health.ts'
import { useManualMoves } from '#web/app/display-screen/manual-moves.ts'
import { OverPages } from '#web/app/display-screen/over-pages.tsx'
import { Picture } from '#web/app/display-screen/picture.tsx'
import { ScreenClock } from '#web/app/display-screen/screen-clock.tsx'
import { createTimes } from '#web/app/display-screen/screen-times.ts'
import { useServerTime } from '#web/app/display-screen/server-clock.ts'
import { Slides } from '#web/app/display-screen/slides.tsx'
import { positionOf } from '#web/app/display-screen/turns.ts'
import { useOrders } from '#web/app/display-screen/use-orders.ts'
import { useTurns } from '#web/app/display-screen/use-turns.ts'
import { OfflineBanner } from '#web/app/offline-banner.tsx'
import { saveShownPage } from '#web/features/boards/wall/shown-page.ts'
import { showFormats } from '#web/lib/formats.ts'
import { showColours } from '#web/lib/looks/colours.ts'
import { useFit } from '#web/lib/looks/fit.ts'
import { showThemeOfDisplay } from '#web/lib/looks/theme.ts'

const MINUTE_MS = 60_000
const NIGHT_CHECK_EVERY_MS = 10_000

type WallProps = { display: OwnDisplay; pages: readonly Page[]; asOf: Date | null }

/** A display at work: shows its playlist by its settings. */
export function Wall({ display, pages, asOf }: WallProps) {
  const { settings, zone, name, owner, look } = display
  const { showing, state, direction, move } = useTurns(display, pages)
  const layer = useOrders(move)
  const times = useMemo(() => createTimes(settings.language, zone), [settings.language, zone])
  const isUrgent = showing.because === 'alert' || showing.because === 'event'
  const isUnused = useIdle(settings.idle && settings.idle.minutes * MINUTE_MS) && !isUrgent
  const isClockShown = isUnused && settings.idle?.shows === 'clock'
  const now = useServerTime(NIGHT_CHECK_EVERY_MS)
  const theme = themeAt(display, now)
  const opacity = darkness(display, { at: now, isDimmed: isUnused && !isClockShown, isUrgent })

  const { turns, index } = state
  const turn = turns[index]
  const shownId = isClockShown ? null : (turn?.pageId ?? null)
  const nextId = turns[(index + 1) % Math.max(1, turns.length)]?.pageId ?? null
  const shown = pages.find(({ _id }) => _id === shownId)
  const position = positionOf(state)
  const fit = useFit(settings.turned)

  useManualMoves(settings.turned, move)
  // With a single page there is no change of pages to wait for.
  useNewVersion(turns.length > 1 ? state.beganAt : now)
  useEffect(() => showThemeOfDisplay(theme), [theme])
  useEffect(() => void showColours(look), [look])
  useEffect(() => showFormats(times.formats), [times])
  useEffect(() => {
    setPageOnScreen(shownId)
    // A reload returns to this page.
    if (shownId !== null) saveShownPage(shownId)
  }, [shownId])

  function renderContent() {
    if (isClockShown) return <ScreenClock times={times} isIdle />
    if (!turn) {
      return <ScreenClock times={times}>Nothing to show: choose pages at {window.location.host}/displays</ScreenClock>
    }
    if (!shown) return <main aria-label="Off" className="absolute inset-0 cursor-none bg-black" />
    return (
      <main id="content" className="absolute inset-0 flex flex-col">
        <OfflineBanner />
        {settings.frame && <TopBar owner={owner} times={times} asOf={asOf} />}
        <Slides
          pages={pages}
          shownId={shown._id}
          nextId={nextId}
          direction={direction}
          hasTransitions={settings.transitions}
        />
        {settings.frame && <PlaylistPosition current={position.index} count={position.count} />}
        {!settings.frame && asOf && <AsOf at={asOf} times={times} className="absolute right-3 bottom-3 z-10" />}
        <p className="sr-only" aria-live="polite">
          {`${shown.name}: page ${position.index + 1} of ${position.count}`}
        </p>
      </main>
    )
  }

  return (
    <>
      <Picture
        turned={settings.turned}
        zoom={settings.zoom * fit}
        className={settings.turned % 180 === 0 ? 'touch-pan-y' : 'touch-pan-x'}
      >
        {renderContent()}
      </Picture>
      {opacity > 0 && <div className="pointer-events-none fixed inset-0 z-50 bg-black" style={{ opacity }} />}
      {layer && (
        <div className="fixed inset-0 z-60">
          <Picture turned={settings.turned}>
            <OverPages layer={layer} name={name} />
          </Picture>
        </div>
      )}
    </>
  )
}
