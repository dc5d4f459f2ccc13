import { tickTimeText } from '@atalaya/format/chart-time'
import { useId } from 'react'
import type { Plot } from '#web/features/agents/chart/plot.ts'

const labelClasses = 'fill-muted-foreground text-[11px] tabular-nums'

/** Axes and grid, with a hatch over gaps without data. */
export function ChartFrame({ plot }: { plot: Plot }) {
  const hatch = useId()
  return (
    <g>
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2={6} stroke="var(--border)" strokeWidth={2} />
        </pattern>
      </defs>
      {plot.gaps.map(([from, to]) => (
        <rect
          key={from}
          x={plot.x(from)}
          y={0}
          width={Math.max(0, plot.x(to) - plot.x(from))}
          height={plot.bottom}
          fill={`url(#${hatch})`}
          opacity={0.6}
        />
      ))}
      {plot.values.map((value) => (
        <g key={value}>
          <line
            x1={plot.left}
            x2={plot.left + plot.innerWidth}
            y1={plot.y(value)}
            y2={plot.y(value)}
            stroke="var(--border)"
          />
          <text x={plot.left - 8} y={plot.y(value) + 4} textAnchor="end" className={labelClasses}>
            {plot.valueText(value)}
          </text>
        </g>
      ))}
      {plot.times.map((at) => (
        <text key={at} x={plot.x(at)} y={plot.height - 4} textAnchor={anchor(plot, at)} className={labelClasses}>
          {tickTimeText(at, plot.span, plot.formats)}
        </text>
      ))}
    </g>
  )
}

/** Aligns the labels at both ends inward, to keep them inside the plot. */
function anchor(plot: Plot, at: number): 'start' | 'middle' | 'end' {
  const margin = 20
  if (plot.x(at) < plot.left + margin) return 'start'
  return plot.x(at) > plot.left + plot.innerWidth - margin ? 'end' : 'middle'
}
