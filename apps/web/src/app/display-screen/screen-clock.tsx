import type { ReactNode } from 'react'
import { pixelShift } from '#web/app/client/pixel-shift.ts'
import type { Times } from '#web/app/display-screen/screen-times.ts'
import { useServerTime } from '#web/app/display-screen/server-clock.ts'
import { cn } from '#web/lib/looks/cn.ts'

const MINUTE_MS = 60_000

type ScreenClockProps = {
  times: Times
  /** White on black, for an unused screen. */
  isIdle?: boolean
  children?: ReactNode
}

/** Clock that fills a display without other content; it wanders slowly against burn-in. */
export function ScreenClock({ times, isIdle = false, children }: ScreenClockProps) {
  const now = useServerTime(MINUTE_MS)
  const { x, y } = pixelShift(new Date(now))
  return (
    <main
      className={cn('absolute inset-0 grid cursor-none place-items-center p-[4cqmin]', isIdle && 'bg-black text-white')}
    >
      <div style={{ transform: `translate(${x}px, ${y}px)` }} className="text-center">
        <p className="font-light text-[clamp(3rem,26cqmin,16rem)] tabular-nums leading-none">{times.time(now)}</p>
        <p className="mt-[2cqmin] text-[clamp(1rem,4.5cqmin,3rem)] opacity-70 first-letter:uppercase">
          {times.date(now)}
        </p>
        <p
          role="status"
          className="mt-[5cqmin] min-h-[1.5em] text-balance text-[clamp(0.875rem,3cqmin,2rem)] opacity-70"
        >
          {children}
        </p>
      </div>
    </main>
  )
}
