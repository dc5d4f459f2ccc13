import { timeText, useConfig, useFormats } from '@atalaya/module-sdk'
import type { Entry } from './agenda.ts'

export const BUSY = 'Busy'
const COLORS = ['#e0872a', '#2f7fc1', '#2a9d8f', '#a855a8']

/** The colour of a calendar, as set in the form. */
export function useColor(): (slot: number) => string {
  const config = useConfig()
  return (slot) => {
    const chosen = config[`color${slot}`]
    return typeof chosen === 'string' && chosen !== '' ? chosen : (COLORS[slot - 1] ?? '')
  }
}

/** Time of an entry on its day: '14:30', 'until 14:30', 'all day'. */
export function useTimeOf(): (entry: Entry) => string {
  // Times are already in the zone of the wall clock: no second conversion.
  const formats = { ...useFormats(), zone: 'UTC' }
  return ({ event, part }) => {
    if (part === 'day') return 'all day'
    return part === 'end' ? `until ${timeText(event.to, formats)}` : timeText(event.from, formats)
  }
}

/** One event on one day. Its calendar is named for people who do not see its colour. */
export function EntryLine({ entry, isHidden }: { entry: Entry; isHidden: boolean }) {
  const { slot, title, place } = entry.event
  const color = useColor()(slot)
  const timeOf = useTimeOf()
  const name = useConfig()[`name${slot}`]
  const text = isHidden ? BUSY : title || 'Untitled'
  return (
    <div className="flex min-w-0 items-stretch gap-2 py-0.5 leading-snug">
      <span className="my-0.5 w-1 shrink-0 rounded-full" style={{ backgroundColor: color }} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 gap-x-2 @max-[15rem]:flex-col">
        <p
          className="w-18 shrink-0 truncate text-muted-foreground text-xs/5 tabular-nums @max-[15rem]:w-full @max-[15rem]:leading-tight"
          title={timeOf(entry)}
        >
          {timeOf(entry)}
        </p>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium text-sm leading-5 @max-[15rem]:leading-tight" title={text}>
            {text}
            {typeof name === 'string' && name !== '' && <span className="sr-only">, {name}</span>}
          </p>
          {place !== '' && !isHidden && (
            <p className="truncate text-muted-foreground text-xs @max-[15rem]:hidden" title={place}>
              {place}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
