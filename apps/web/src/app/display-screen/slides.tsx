import type { Page } from '@atalaya/contract/dashboard'
import { useEffect, useRef, useState } from 'react'
import { PageGrid } from '#web/features/boards/page-grid.tsx'
import { cn } from '#web/lib/looks/cn.ts'
import { useMediaQuery } from '#web/lib/looks/media-query.ts'

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'
const SLIDE = { duration: 500, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

type SlidesProps = {
  pages: readonly Page[]
  shownId: string
  /** The next page, mounted ahead so that it is ready. */
  nextId: string | null
  direction: 1 | -1
  hasTransitions: boolean
}

/** The page on screen, the next one ready behind it, and the previous one leaving. Never draws more. */
export function Slides({ pages, shownId, nextId, direction, hasTransitions }: SlidesProps) {
  const isInstant = useMediaQuery(REDUCED_MOTION) || !hasTransitions
  const list = useRef<HTMLUListElement>(null)
  const [state, setState] = useState<{ shownId: string; leavingId: string | null }>({ shownId, leavingId: null })
  if (state.shownId !== shownId) setState({ shownId, leavingId: isInstant ? null : state.shownId })
  const { leavingId } = state

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another page moves, in the direction of that moment.
  useEffect(() => {
    if (leavingId === null || !list.current) return
    const slideOf = (id: string) => list.current?.querySelector(`[data-page="${CSS.escape(id)}"]`)
    const coming = slideOf(shownId)?.animate([{ translate: `${direction * 100}% 0` }, { translate: '0 0' }], SLIDE)
    const leaving = slideOf(leavingId)?.animate([{ translate: '0 0' }, { translate: `${-direction * 100}% 0` }], SLIDE)
    const end = () => setState((before) => (before.shownId === shownId ? { shownId, leavingId: null } : before))
    leaving?.finished.then(end, () => undefined)
    if (!leaving) end()
    return () => {
      coming?.cancel()
      leaving?.cancel()
    }
  }, [shownId, leavingId])

  const mounted = new Set([shownId, leavingId, nextId])
  return (
    <ul ref={list} className="relative min-h-0 flex-1 overflow-hidden">
      {pages
        .filter(({ _id }) => mounted.has(_id))
        .map((page) => (
          <Slide key={page._id} page={page} isShown={page._id === shownId} isLeaving={page._id === leavingId} />
        ))}
    </ul>
  )
}

function Slide({ page, isShown, isLeaving }: { page: Page; isShown: boolean; isLeaving: boolean }) {
  return (
    <li
      aria-label={page.name}
      data-page={page._id}
      inert={!isShown}
      className={cn('absolute inset-0 flex flex-col p-1', !isShown && !isLeaving && 'invisible')}
    >
      {page.modules.length === 0 ? (
        <p className="m-auto text-center text-lg text-muted-foreground">This dashboard has no modules.</p>
      ) : (
        <PageGrid
          modules={page.modules}
          isSuspended={!isShown}
          isQuiet
          className="[grid-template-rows:repeat(5,minmax(0,1fr))]"
        />
      )}
    </li>
  )
}
