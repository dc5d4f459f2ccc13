import { clientGreeting } from '#web/app/client/client-times.ts'
import { pixelShift } from '#web/app/client/pixel-shift.ts'
import type { Times } from '#web/app/display-screen/screen-times.ts'
import { useServerTime } from '#web/app/display-screen/server-clock.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { cn } from '#web/lib/looks/cn.ts'

const MINUTE_MS = 60_000
const DOTS_MAX = 7
/** Share of the shift for content at an edge, which has less room than a clock in the middle. */
const EDGE_SHIFT_SHARE = 1 / 6

function useShift() {
  const { x, y } = pixelShift(new Date(useServerTime(MINUTE_MS)))
  return { transform: `translate(${Math.round(x * EDGE_SHIFT_SHARE)}px, ${Math.round(y * EDGE_SHIFT_SHARE)}px)` }
}

/** Notice of the time since which the server is away. */
export function AsOf({ at, times, className }: { at: Date; times: Times; className?: string }) {
  return (
    <Badge variant="warning" className={className}>
      as of {times.time(at.getTime())}
    </Badge>
  )
}

type TopBarProps = { owner: string; times: Times; asOf: Date | null }

/** Greeting and time. */
export function TopBar({ owner, times, asOf }: TopBarProps) {
  const now = useServerTime(MINUTE_MS)
  const shift = useShift()
  return (
    <header
      style={shift}
      className="flex shrink-0 items-baseline gap-[3cqmin] px-[max(0.75rem,2cqmin)] pt-[max(0.5rem,1.2cqmin)] text-[clamp(1rem,2.6cqmin,2.25rem)] leading-snug"
    >
      <h1 className="min-w-0 flex-1 truncate font-semibold">
        {clientGreeting(times.hour(now))}, {owner}
      </h1>
      {asOf && <AsOf at={asOf} times={times} className="self-center" />}
      <p className="truncate text-muted-foreground first-letter:uppercase">{times.date(now)}</p>
      <time dateTime={new Date(now).toISOString()} className="font-semibold text-[1.25em] tabular-nums">
        {times.time(now)}
      </time>
    </header>
  )
}

/** Position in the playlist, with `current` from 0: a dot for each page, or numbers if there are many. */
export function PlaylistPosition({ current, count }: { current: number; count: number }) {
  const shift = useShift()
  if (count < 2) return null
  return (
    <div
      aria-hidden
      style={shift}
      className="flex h-[max(1.25rem,3cqmin)] shrink-0 items-center justify-center gap-[max(0.5rem,1cqmin)] pb-[max(0.25rem,0.6cqmin)] text-[clamp(0.8125rem,1.8cqmin,1.5rem)] text-muted-foreground tabular-nums"
    >
      {count > DOTS_MAX
        ? `${current + 1} / ${count}`
        : Array.from({ length: count }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its number.
              key={index}
              className={cn(
                'size-[max(0.5rem,1cqmin)] rounded-full bg-input transition-[width]',
                index === current && 'w-[max(1.25rem,2.5cqmin)] bg-primary',
              )}
            />
          ))}
    </div>
  )
}
