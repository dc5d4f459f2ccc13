import { useSize } from '@atalaya/module-sdk'
import { Reading } from './reading.tsx'
import { Rows } from './rows.tsx'
import type { ValueResult } from './value-result.ts'

/** The first value large, the others below it, or beside it in one row of the grid. */
export function Figures({ results, isOneRow }: { results: ValueResult[]; isOneRow: boolean }) {
  const { width, height } = useSize()
  const [first, ...others] = results
  if (!first) return null
  const hasOthers = others.length > 0 && (!isOneRow || width > 1)
  return (
    <div className={`flex min-h-0 flex-1 ${isOneRow ? 'items-center gap-6' : 'flex-col gap-2'}`}>
      <div className={`min-w-0 leading-tight ${isOneRow ? (hasOthers ? 'w-1/3 shrink-0' : 'flex-1') : 'shrink-0'}`}>
        <p
          className={`font-semibold tabular-nums leading-tight ${height > 2 ? '@min-[18rem]:text-5xl text-3xl' : 'text-2xl'}`}
          data-figure
        >
          <Reading result={first} />
        </p>
        <p className="truncate text-muted-foreground text-xs" title={first.value.label}>
          {first.value.label}
        </p>
      </div>
      {hasOthers && <Rows results={others} isOneRow={isOneRow} />}
    </div>
  )
}
