import { longWeekdayDateText } from '@atalaya/format/date'
import { timeText } from '@atalaya/format/time'
import { isZone } from '@atalaya/format/zone'
import { useConfig, useFormats, useTick } from '@atalaya/module-sdk'
import { type Distance, distanceTo, momentOf } from './moment.ts'
import './countdown.css'

const MINUTE_MS = 60_000

type Config = { title?: string; date?: string; time?: string; zone?: string; yearly?: boolean }

/** Time until a moment, or since. */
export function Countdown() {
  const { title, date, time, zone, yearly = false }: Config = useConfig()
  const chosen = useFormats()
  const now = useTick(MINUTE_MS)
  if (!date) return <Note>Choose a date in this module's settings.</Note>
  if (zone && !isZone(zone)) return <Note>This browser does not know the time zone {zone}.</Note>
  const formats = zone ? { ...chosen, zone } : chosen
  const moment = momentOf({ date, time: time || undefined, zone: formats.zone, isYearly: yearly }, now)
  const distance = distanceTo(moment, now, formats.zone)
  const day = longWeekdayDateText(moment, formats)
  const when = time ? `${day}, ${timeText(moment, formats)}` : day
  return (
    <div className="countdown">
      <div className="countdown-sheet">
        {title && (
          <p className="truncate font-medium" title={title}>
            {title}
          </p>
        )}
        <Figure distance={distance} hasTime={Boolean(time)} />
        <p className="countdown-date truncate text-muted-foreground" title={when}>
          {when}
        </p>
      </div>
    </div>
  )
}

type FigureProps = { distance: Distance; hasTime: boolean }

function Figure({ distance: { isOver, isToday, parts }, hasTime }: FigureProps) {
  // A date without a time counts as reached for its whole day.
  if (isToday && (!hasTime || parts.length === 0)) return <Word>{hasTime ? 'Now' : 'Today'}</Word>
  return (
    <div className="countdown-figure font-semibold tabular-nums tracking-tight">
      {parts.map(({ count, unit }) => (
        <span key={unit} className="countdown-part whitespace-nowrap">
          <span data-figure>{count}</span>
          <span className="countdown-unit text-muted-foreground">{unit}</span>
        </span>
      ))}
      {isOver && <span className="countdown-unit text-muted-foreground">ago</span>}
    </div>
  )
}

function Word({ children }: { children: string }) {
  return (
    <div className="countdown-figure font-semibold tracking-tight">
      <span data-figure>{children}</span>
    </div>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="grid h-full place-content-center p-2 text-center text-muted-foreground text-sm">{children}</p>
}
