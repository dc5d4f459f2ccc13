import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import type { ListTools } from '#web/features/agents/list/list-tools.tsx'
import { searchOf } from '#web/features/agents/list/listing-address.ts'

const Tools = lazy(() => import('#web/features/agents/list/list-tools.tsx').then((m) => ({ default: m.ListTools })))

const Compare = lazy(() =>
  import('#web/features/agents/list/compare-shown.tsx').then((m) => ({ default: m.CompareListed })),
)

/** Leads to the charts of what a list shows. */
export const CompareListed = (props: ComponentProps<typeof Compare>) => (
  <Suspense>
    <Compare {...props} />
  </Suspense>
)

/** A list that is seen at a glance needs no tools. */
const SHORT = 10

/** Where this browser keeps that a list was long, so that the list does not move when its tools come. */
const keyOf = (kind: string) => `agents_${kind}_long`
/** Whether it was long the last time. */
export const wasLong = (kind: string): boolean => keyOf(kind) in localStorage

/** The tools of a list that is too long to be read, or that was changed by them. */
export function LongListTools(props: ComponentProps<typeof ListTools>) {
  const { total, list } = props
  const { kind, listing, query, look, view, views } = list
  const isChanged = Object.keys(listing).length > 0 || look.as === 'rows' || views.length > 0
  const isWhole = total !== undefined && Object.keys(listing).length === 0 && query === ''
  // While one types, what is found gets shorter, and not the list.
  const isLong = (total ?? 0) > SHORT || (!isWhole && wasLong(kind))
  useEffect(() => {
    if (!isWhole) return
    if (isLong) localStorage.setItem(keyOf(kind), '')
    else localStorage.removeItem(keyOf(kind))
  }, [isWhole, isLong, kind])

  const isLost = !list.isUnknown && !view && list.params.has('view') && searchOf(list.params) === ''

  if (!isLong && !isChanged && !isLost) return null
  return (
    <Suspense fallback={<div className="h-18 pointer-coarse:h-24 xl:h-8 xl:pointer-coarse:h-11" />}>
      <Tools {...props} />
      {isLost && <p role="status">You have no view of this address, or no longer: this is the whole list.</p>}
    </Suspense>
  )
}
