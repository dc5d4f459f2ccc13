import { type ComponentProps, lazy, Suspense } from 'react'
import type { ListTools } from '#web/features/agents/list/list-tools.tsx'

const Tools = lazy(() => import('#web/features/agents/list/list-tools.tsx').then((m) => ({ default: m.ListTools })))

/** A list that is seen at a glance needs no tools. */
const SHORT = 10

type LongListToolsProps = ComponentProps<typeof ListTools> & { total: number }

/** The tools of a list that is too long to be read, or that was changed by them. */
export function LongListTools({ total, ...tools }: LongListToolsProps) {
  if (total <= SHORT && Object.keys(tools.listing).length === 0 && !tools.params.has('as')) return null
  return (
    <Suspense fallback={<div className="h-8" />}>
      <Tools {...tools} />
    </Suspense>
  )
}
