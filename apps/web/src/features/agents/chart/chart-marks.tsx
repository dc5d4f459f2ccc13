import { memo } from 'react'
import type { ChartMark } from '#web/features/agents/chart/marks.ts'
import type { Plot } from '#web/features/agents/chart/plot.ts'

const SIZE_PX = 4

/** Marks of events that may explain the lines. The legend names them at the cursor. */
export const ChartMarks = memo(function ChartMarks({ plot, marks }: { plot: Plot; marks: readonly ChartMark[] }) {
  return marks.map(({ key, at }) => {
    const x = plot.x(at)
    return (
      <g key={key} data-mark>
        <line x1={x} x2={x} y1={0} y2={plot.bottom} stroke="var(--info)" opacity={0.6} />
        <path d={`M${x - SIZE_PX} 0h${2 * SIZE_PX}l${-SIZE_PX} ${1.5 * SIZE_PX}z`} fill="var(--info)" />
      </g>
    )
  })
})
