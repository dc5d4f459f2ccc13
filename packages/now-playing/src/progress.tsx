import { useSuspended } from '@atalaya/module-sdk'
import { useEffect, useState } from 'react'
import { type Playing, progressAt, timeText } from './now-playing.ts'

const TICK_MS = 1000

/** Progress, counted here between readings, so that nothing else is drawn again each second. */
export function Progress({ playing }: { playing: Playing }) {
  const progressMs = useProgress(playing)
  const { durationMs } = playing
  if (durationMs === null) return <p className="text-muted-foreground text-xs tabular-nums">{timeText(progressMs)}</p>
  const share = durationMs > 0 ? progressMs / durationMs : 0
  return (
    <div className="flex items-center gap-2 text-muted-foreground text-xs tabular-nums leading-4">
      <span className="@max-[12rem]:hidden">{timeText(progressMs)}</span>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={`${timeText(progressMs)} of ${timeText(durationMs)}`}
        className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-foreground/15"
      >
        <div
          className="h-full w-full origin-left rounded-full bg-primary transition-transform duration-1000 ease-linear motion-reduce:transition-none"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <span className="@max-[12rem]:hidden">{timeText(durationMs)}</span>
    </div>
  )
}

function useProgress(playing: Playing): number {
  const isSuspended = useSuspended()
  const [now, setNow] = useState(Date.now)
  const isMoving = playing.state === 'playing' && !isSuspended
  useEffect(() => {
    setNow(Date.now())
    if (!isMoving) return
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  return progressAt(playing, Math.max(now, playing.at))
}
