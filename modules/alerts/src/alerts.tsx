import { durationText } from '@atalaya/format/duration'
import {
  Age,
  type AlertsView,
  type AlertView,
  Dimmed,
  SeverityIcon,
  severityColor,
  useAlerts,
  useAwaySince,
  useConfig,
  useIsDisplay,
  useNow,
  useSize,
} from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import { chosenOf, unlistedOf } from './chosen.ts'

const MINUTE_S = 60

/** Present alerts, worst first. */
export function Alerts() {
  const view = useAlerts()
  if (view.state === 'loading') return <Note>Loading...</Note>
  if (view.state === 'failed') return <Note>The alerts could not be read.</Note>
  return <LastKnown view={view} />
}

/** Alerts as last known: dimmed, with their age, while the server is away. */
function LastKnown({ view }: { view: Extract<AlertsView, { state: 'ready' }> }) {
  const awaySince = useAwaySince()
  return (
    <Dimmed since={awaySince} className="h-full">
      <Firing view={view} awaySince={awaySince} />
    </Dimmed>
  )
}

type FiringProps = { view: Extract<AlertsView, { state: 'ready' }>; awaySince: string | null }

function Firing({ view, awaySince }: FiringProps) {
  const { height } = useSize()
  // A display can't be scrolled: an entry that does not fit entirely wraps to a column out of sight.
  const isDisplay = useIsDisplay()
  const config = useConfig()
  const listed = chosenOf(view.alerts, config)
  const unlisted = unlistedOf(view, config)
  const age = <Age since={awaySince} className="shrink-0 font-normal text-sm" />
  const [worst] = listed
  if (!worst) {
    if (unlisted > 0) return <Note>{countText(unlisted)}</Note>
    if (view.rules.watching === 0) return <Note>No rule for alerts is switched on yet.</Note>
    if (view.rules.judged === 0) return <Note>Nothing has been judged yet.</Note>
    return awaySince === null ? <AllIsWell /> : <Note>Nothing was wrong · {age}</Note>
  }
  if (height === 1) return <Line worst={worst} others={listed.length - 1 + unlisted} age={age} />
  return (
    <div className="@container flex h-full flex-col gap-2 overflow-hidden p-3 @max-[9rem]:p-2">
      <p className="flex shrink-0 items-baseline justify-between font-semibold leading-tight">
        <span className="text-lg/5" data-figure>
          {countText(listed.length + unlisted)}
        </span>
        {age}
      </p>
      <ul
        aria-label="Alerts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by the keyboard.
        tabIndex={0}
        className={`flex min-h-0 flex-1 flex-col gap-2 ${isDisplay ? 'flex-wrap overflow-hidden' : 'scroll-list'}`}
      >
        {listed.map((alert) => (
          <Item key={alert.id} alert={alert} />
        ))}
        {unlisted > 0 && <li className="text-muted-foreground text-xs">and {unlisted} more</li>}
      </ul>
    </div>
  )
}

function Item({ alert: { severity, who, text, openedAt, isSilenced, acknowledgedBy } }: { alert: AlertView }) {
  const now = useNow()
  const duration = durationText(Math.max(MINUTE_S, Math.floor((now - Date.parse(openedAt)) / 60_000) * MINUTE_S))
  const quietReason = isSilenced ? 'silenced' : acknowledgedBy && `acknowledged by ${acknowledgedBy}`
  return (
    <li className={`flex w-full shrink-0 items-start gap-2 ${isSilenced ? 'text-muted-foreground' : ''}`}>
      <SeverityIcon severity={severity} className={`size-4 @max-[7rem]:hidden ${severityColor(severity)}`} />
      <div className="min-w-0 flex-1 leading-tight">
        <div className="flex items-baseline gap-2">
          <p className="min-w-0 flex-1 truncate font-medium text-sm" title={who}>
            {who}
          </p>
          <p className="shrink-0 text-muted-foreground text-xs tabular-nums @max-[12rem]:hidden">{duration}</p>
        </div>
        <p className="line-clamp-2 text-xs" title={text}>
          {text}
          {quietReason && <span className="text-muted-foreground"> · {quietReason}</span>}
        </p>
      </div>
    </li>
  )
}

/** Content of a tile one row high. */
function Line({ worst, others, age }: { worst: AlertView; others: number; age: ReactNode }) {
  const { severity, who, text } = worst
  return (
    <div className="h-full overflow-hidden px-3 [container-type:size] @max-[7rem]:px-2">
      <div className="flex h-full items-center gap-x-3 @max-[7rem]:flex-wrap @max-[7rem]:content-center">
        <SeverityIcon severity={severity} className={`size-5 ${severityColor(severity)}`} />
        <p className="min-w-0 flex-1 leading-tight @max-[7rem]:order-last @max-[7rem]:basis-full">
          <span className="block truncate font-semibold" title={who}>
            {who}
          </span>
          <span className="block truncate text-xs [@container(height<2.75rem)]:sr-only" title={text}>
            {text}
          </span>
          {age}
        </p>
        {others > 0 && (
          <p className="shrink-0 rounded-full bg-accent px-2 font-semibold text-xs tabular-nums leading-5">
            +{others}
            <span className="sr-only"> more</span>
          </p>
        )}
      </div>
    </div>
  )
}

function AllIsWell() {
  return (
    <p className="grid h-full place-content-center justify-items-center gap-1 p-2 text-center text-success-text text-sm">
      All is well
    </p>
  )
}

const countText = (count: number): string => (count === 1 ? '1 alert' : `${count} alerts`)

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="grid h-full place-items-center p-3 text-center text-muted-foreground text-sm">
      <p>{children}</p>
    </div>
  )
}
