import { type ComponentProps, Suspense, useEffect } from 'react'
import type { ListTools } from '#web/features/agents/list/list-tools.tsx'
import { savedParamsOf } from '#web/features/agents/list/listing-address.ts'
import { laterPart } from '#web/lib/later-part.ts'

const Tools = laterPart(() => import('#web/features/agents/list/list-tools.tsx').then((m) => m.ListTools))
const Compare = laterPart(() => import('#web/features/agents/list/compare-shown.tsx').then((m) => m.CompareMatches))

/** Button to the charts of all agents in the list. */
export const CompareListed = (props: ComponentProps<typeof Compare>) => (
  <Suspense>
    <Compare {...props} />
  </Suspense>
)

/** Maximum number of agents in a list without tools. */
const SHORT_MAX = 10

/** Key in localStorage: reserves the tools' place for a list that was long, so that it does not jump. */
const keyOf = (kind: string) => `agents_${kind}_long`
/** True if the list was long when it was last shown. */
export const wasLong = (kind: string): boolean => keyOf(kind) in localStorage

/** Toolbar of a long list, or of one with filters, rows or views. */
export function LongListTools(props: ComponentProps<typeof ListTools>) {
  const { total, list } = props
  const { kind, listing, query, look, view, views } = list
  const isCustomised = Object.keys(listing).length > 0 || look.as === 'rows' || views.length > 0
  const isWhole = total !== undefined && Object.keys(listing).length === 0 && query === ''
  // A search shortens the matches, not the list itself.
  const isLong = (total ?? 0) > SHORT_MAX || (!isWhole && wasLong(kind))
  useEffect(() => {
    if (!isWhole) return
    if (isLong) localStorage.setItem(keyOf(kind), '')
    else localStorage.removeItem(keyOf(kind))
  }, [isWhole, isLong, kind])

  const isViewMissing = !list.isUnknown && !view && list.params.has('view') && savedParamsOf(list.params) === ''

  if (!isLong && !isCustomised && !isViewMissing) return null
  return (
    <Suspense fallback={<div className="h-18 pointer-coarse:h-24 xl:h-8 xl:pointer-coarse:h-11" />}>
      <Tools {...props} />
      {isViewMissing && <p role="status">You have no view of this address, or no longer: this is the whole list.</p>}
    </Suspense>
  )
}
