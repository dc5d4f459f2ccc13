import { shortWeekdayDateText } from '@atalaya/format/calendar'
import { weekdayDateText } from '@atalaya/format/date'
import { timeText } from '@atalaya/format/time'
import { isZone } from '@atalaya/format/zone'
import { useConfig, useFormats, useIsDisplay, useTick } from '@atalaya/module-sdk'
import type { CSSProperties } from 'react'
import { clockTime, differenceText } from './times.ts'
import './clock.css'

const SECOND_MS = 1000
const MINUTE_MS = 60_000

type Place = { name: string; zone: string }
type ClockConfig = { title?: string; zone?: string; seconds?: boolean; places?: Place[] }

/** The time here, and in other places if there is room: `clock.css` decides. */
export function Clock() {
  const { title, zone, seconds = false, places = [] }: ClockConfig = useConfig()
  const formats = useFormats()
  const now = useTick(seconds ? SECOND_MS : MINUTE_MS)
  if (zone && !isZone(zone)) return <UnknownZone zone={zone} />
  const here = zone ? { ...formats, zone } : formats
  return (
    <div className="clock">
      <div className="clock-sheet">
        <div className="clock-here">
          {title && (
            <p className="clock-title truncate font-medium" title={title}>
              {title}
            </p>
          )}
          <Time at={now} formats={here} withSeconds={seconds} />
          <p
            className={`clock-date truncate text-muted-foreground ${title ? 'clock-second' : ''}`}
            title={weekdayDateText(now, here)}
          >
            <span className="clock-long">{weekdayDateText(now, here)}</span>
            <span className="clock-short">{shortWeekdayDateText(now, here)}</span>
          </p>
        </div>
        {places.length > 0 && <Places places={places} at={now} here={here.zone} />}
      </div>
    </div>
  )
}

type TimeProps = { at: number; formats: ReturnType<typeof useFormats>; withSeconds: boolean }

function Time({ at, formats, withSeconds }: TimeProps) {
  const { time, seconds, period, isPeriodFirst } = clockTime(at, formats, withSeconds)
  const isPlain = seconds === '' && period === ''
  return (
    <time
      dateTime={new Date(at).toISOString()}
      className="clock-time font-semibold tabular-nums"
      // Width of the text in letters, from which `clock.css` finds the largest size that fits.
      style={{ '--letters': isPlain ? 3 : seconds && period ? 4.7 : 4.1 } as CSSProperties}
    >
      <span data-figure>{time}</span>
      {!isPlain && (
        <span className={`clock-beside text-muted-foreground ${isPeriodFirst ? 'clock-before' : ''}`}>
          {seconds && <span>{seconds}</span>}
          {seconds && period && ' '}
          {period && <span>{period}</span>}
        </span>
      )}
    </time>
  )
}

function Places({ places, at, here }: { places: Place[]; at: number; here: string | undefined }) {
  // A display can't be scrolled: a place that does not fit entirely wraps to a column out of sight.
  const isDisplay = useIsDisplay()
  return (
    <ul
      aria-label="Other places"
      // A scrolling area must be reached by the keyboard.
      tabIndex={isDisplay ? undefined : 0}
      className={`clock-places ${isDisplay ? 'flex-wrap overflow-hidden' : 'scroll-list'}`}
    >
      {places.map(({ name, zone }, index) => (
        // Index as key: two rows may be equal, and none is ever moved by itself.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else of their own.
        <li key={index} className="clock-place">
          <PlaceTime name={name} zone={zone} at={at} here={here} />
        </li>
      ))}
    </ul>
  )
}

function PlaceTime({ name, zone, at, here }: Place & { at: number; here: string | undefined }) {
  const formats = useFormats()
  const isKnown = isZone(zone)
  const difference = isKnown ? differenceText(at, zone, here) : 'Unknown time zone'
  return (
    <>
      <span className="clock-name min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="clock-difference block truncate text-muted-foreground" title={isKnown ? difference : zone}>
          {difference}
        </span>
      </span>
      {isKnown && (
        <span className="clock-there shrink-0 whitespace-nowrap font-medium tabular-nums">
          {timeText(at, { ...formats, zone })}
        </span>
      )}
    </>
  )
}

function UnknownZone({ zone }: { zone: string }) {
  return (
    <div className="grid h-full place-items-center overflow-hidden p-2 text-center text-muted-foreground text-sm leading-tight">
      <p className="line-clamp-3" title={zone}>
        This browser does not know the time zone {zone}.
      </p>
    </div>
  )
}
