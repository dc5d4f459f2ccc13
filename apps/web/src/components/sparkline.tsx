import { sparkline } from '@atalaya/charts/sparkline'
import { useId } from 'react'
import { cn } from '#web/lib/looks/cn.ts'

const WIDTH = 100
const HEIGHT = 32
/** Half of the line's width, so that it is not cut at either end of the axis. */
const PAD = 1.5

type SparklineProps = {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[]
  /** Description of the line for screen readers. */
  label: string
  /** Range of the axis; if absent, that of the values. */
  min?: number
  max?: number
  /** One of the chart colours. */
  color?: 1 | 2 | 3 | 4 | 5 | 6
  className?: string
}

/** Line without axes, for the recent trend. */
export function Sparkline({ values, label, min, max, color = 1, className }: SparklineProps) {
  const gradient = useId()
  const { line, area } = sparkline(values, { width: WIDTH, height: HEIGHT, min, max, pad: PAD })
  const stroke = `var(--chart-${color})`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cn('block h-8 w-full', className)}
    >
      <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor={stroke} stopOpacity="0.28" />
        <stop offset="1" stopColor={stroke} stopOpacity="0" />
      </linearGradient>
      {line === '' ? (
        <path
          d={`M0 ${HEIGHT - 1}H${WIDTH}`}
          stroke="var(--border)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      ) : (
        <>
          <path d={area} fill={`url(#${gradient})`} />
          <path
            d={line}
            fill="none"
            stroke={stroke}
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </svg>
  )
}
