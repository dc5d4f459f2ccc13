import { clockDate, clockSeconds } from '#web/app/client/client-times.ts'
import { pixelShift } from '#web/app/client/pixel-shift.ts'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'
import { useConnectivity } from '#web/lib/live/connectivity.ts'

const TICK_MS = 1000

/** White clock on black, in place of an unused screen's layout; it wanders slowly against burn-in. */
export function IdleClock() {
  const now = useNow(TICK_MS)
  const formats = useFormats()
  const { x, y } = pixelShift(now)
  const isAway = useConnectivity() !== 'online'
  return (
    <main className="fixed inset-0 z-50 grid cursor-none place-items-center bg-black text-white">
      <div style={{ transform: `translate(${x}px, ${y}px)` }} className="text-center">
        <p className="font-light text-[clamp(3rem,14vw,11rem)] tabular-nums leading-none">
          {clockSeconds(now, formats)}
        </p>
        <p className="mt-4 text-[clamp(1rem,3vw,2rem)] text-white/70 first-letter:uppercase">
          {clockDate(now, formats)}
        </p>
        <p role="status" className="mt-4 h-6 text-white/70">
          {isAway && 'The server cannot be reached'}
        </p>
      </div>
    </main>
  )
}
