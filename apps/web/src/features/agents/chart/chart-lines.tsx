import { bandPath, linePath } from '@atalaya/charts/paths'
import { memo } from 'react'
import type { ChartSeries, Plot } from '#web/features/agents/chart/plot.ts'

const BOUND_COLORS: Record<string, string> = { warning: 'var(--warning)', critical: 'var(--destructive)' }

/** Shapes that don't move with the cursor: bounds, capacity, and the lines with their bands. */
export const ChartLines = memo(function ChartLines({ plot, series }: { plot: Plot; series: readonly ChartSeries[] }) {
  const { x, y } = plot
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      {plot.bounds.map(([level, value]) => (
        <line
          key={level}
          x1={plot.left}
          x2={plot.left + plot.innerWidth}
          y1={y(value)}
          y2={y(value)}
          stroke={BOUND_COLORS[level]}
          strokeDasharray="2 4"
        />
      ))}
      <path d={linePath(plot.capacity, x, y)} stroke="var(--muted-foreground)" strokeWidth={1.25} />
      {series.map(({ key, color, isWeekBefore, number }, index) => {
        const segments = plot.segments[index] ?? []
        const line = { d: linePath(segments, x, y), stroke: color }
        if (isWeekBefore) return <path key={key} {...line} strokeWidth={1.25} strokeDasharray="4 3" opacity={0.6} />
        if (number !== undefined) return <path key={key} {...line} strokeWidth={1.75} />
        return (
          <g key={key}>
            <path d={bandPath(segments, x, y)} fill={color} opacity={0.16} />
            <path {...line} strokeWidth={1.75} />
          </g>
        )
      })}
      {plot.numbers.map(({ key, number, color, x, y }) => (
        <g key={key} data-number={number}>
          <circle cx={x} cy={y} r={7} fill="var(--card)" stroke={color} strokeWidth={1.75} />
          <text x={x} y={y + 3.5} textAnchor="middle" className="fill-foreground font-semibold text-[10px]">
            {number}
          </text>
        </g>
      ))}
    </g>
  )
})
