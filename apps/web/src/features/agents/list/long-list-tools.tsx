import { type ComponentProps, lazy, Suspense } from 'react'
import type { ColumnsMenu } from '#web/features/agents/list/columns-menu.tsx'
import type { ListTools } from '#web/features/agents/list/list-tools.tsx'

const Tools = lazy(() => import('#web/features/agents/list/list-tools.tsx').then((m) => ({ default: m.ListTools })))

/** A list that is seen at a glance needs no tools. */
const SHORT = 10

type LongListToolsProps = Pick<ComponentProps<typeof ListTools>, 'listing' | 'owner' | 'onChange' | 'rows'> & {
  total: number
  columns: ComponentProps<typeof ColumnsMenu>
}

/** The tools of a list that is too long to be read, or that was changed by them. */
export function LongListTools({ total, ...tools }: LongListToolsProps) {
  if (total <= SHORT && Object.keys(tools.listing).length === 0 && !tools.rows?.isOn) return null
  return (
    <Suspense fallback={<div className="h-8" />}>
      <Tools {...tools} />
    </Suspense>
  )
}
