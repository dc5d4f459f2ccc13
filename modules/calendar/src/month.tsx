import { monthText } from '@atalaya/format/calendar'
import { longDayText } from '@atalaya/format/date'
import { useFormats, weekdayText } from '@atalaya/module-sdk'
import { dayOf, entriesOn, type WallEvent, weeksOf } from './agenda.ts'
import { isoDate } from './day-name.ts'
import { useColor } from './entry-line.tsx'

const DOTS_MAX = 4

/** The present month: each day with a dot for each of its first events. The agenda beside it lists them. */
export function Month({ events, wallNow }: { events: readonly WallEvent[]; wallNow: number }) {
  const formats = useFormats()
  const today = dayOf(wallNow)
  const weeks = weeksOf(today, formats.firstDay)
  const month = new Date(today).getUTCMonth()
  return (
    <table className="h-[calc(100%-1.75rem)] w-full table-fixed border-collapse text-center [@container(width>=38rem)_and_(height<19rem)]:h-full">
      <caption className="pb-1 text-left font-semibold text-sm leading-6 pl-2 [@container(width>=38rem)_and_(height<19rem)]:sr-only">
        {monthText(today, { ...formats, zone: 'UTC' })}
      </caption>
      <thead>
        <tr className="h-5">
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="font-medium text-muted-foreground text-xs">
              {weekdayText(isoDate(day), formats)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <MonthDay
                key={day}
                day={day}
                events={events}
                isToday={day === today}
                isOtherMonth={new Date(day).getUTCMonth() !== month}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type MonthDayProps = { day: number; events: readonly WallEvent[]; isToday: boolean; isOtherMonth: boolean }

function MonthDay({ day, events, isToday, isOtherMonth }: MonthDayProps) {
  const formats = useFormats()
  const color = useColor()
  const entries = entriesOn(events, day)
  const count = entries.length === 1 ? '1 event' : `${entries.length} events`
  return (
    <td
      className={`p-0 align-middle text-sm ${isOtherMonth ? 'text-muted-foreground' : ''}`}
      aria-current={isToday ? 'date' : undefined}
    >
      <span
        className={`mx-auto grid h-6 w-7 place-items-center rounded-md tabular-nums leading-none ${isToday ? 'bg-primary font-semibold text-primary-foreground' : ''} ${isOtherMonth ? 'text-xs' : ''}`}
      >
        {new Date(day).getUTCDate()}
      </span>
      <span className="sr-only">{`${longDayText(day, { ...formats, zone: 'UTC' })}, ${entries.length === 0 ? 'nothing' : count}`}</span>
      <span className="mt-0.5 flex h-1.5 justify-center gap-0.5" aria-hidden="true">
        {entries.slice(0, DOTS_MAX).map(({ event }, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have no id of their own.
            key={index}
            className={`size-1.5 rounded-full ${isOtherMonth ? 'opacity-60' : ''}`}
            style={{ backgroundColor: color(event.slot) }}
          />
        ))}
      </span>
    </td>
  )
}
