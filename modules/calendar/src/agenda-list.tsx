import { useFormats, useIsDisplay } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { AgendaDay } from './agenda.ts'
import { dateName, dayName } from './day-name.ts'
import { EntryLine } from './entry-line.tsx'

export type AgendaProps = {
  agenda: readonly AgendaDay[]
  /** Present time; like all times here it is wall time. */
  wallNow: number
  /** Number of days ahead. */
  daysAhead: number
  isHidden: boolean
  age: ReactNode
}
type Note = { text: string; why: string } | null

/** The coming days, each with its events. */
export function Agenda({ agenda, wallNow, daysAhead, isHidden, age, note }: AgendaProps & { note: Note }) {
  const isDisplay = useIsDisplay()
  if (agenda.length === 0) return <NothingAhead daysAhead={daysAhead} age={age} />
  return (
    <div className="@container flex h-full flex-col overflow-hidden px-3 pt-2 pb-1 @max-[7rem]:px-1.5">
      {(age !== null || note) && (
        <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-2 pb-1">
          {note && (
            <p className="min-w-0 flex-1 truncate text-warning-text text-xs" title={note.why}>
              {note.text}
            </p>
          )}
          {age}
        </div>
      )}
      <ul
        aria-label="Events"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by the keyboard.
        tabIndex={0}
        className={`min-h-0 flex-1 ${
          isDisplay
            ? 'flex flex-col flex-wrap content-start gap-x-6 overflow-hidden [--item:100%] @min-[44rem]:[--item:calc(50%-0.75rem)]'
            : 'scroll-list gap-x-6 [--item:100%] @min-[44rem]:columns-2'
        }`}
      >
        {agenda.flatMap((day) =>
          day.entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an event can be there twice, and has no other name.
            <li key={`${day.day}-${index}`} className="w-(--item) break-inside-avoid">
              {index === 0 && <DayHead day={day.day} wallNow={wallNow} />}
              <EntryLine entry={entry} isHidden={isHidden} />
            </li>
          )),
        )}
      </ul>
    </div>
  )
}

function DayHead({ day, wallNow }: { day: number; wallNow: number }) {
  const formats = useFormats()
  const [name, date] = [dayName(day, wallNow, formats), dateName(day, formats)]
  return (
    <p className="flex items-baseline gap-1.5 pt-1 font-semibold text-sm leading-6">
      <span className="shrink-0 whitespace-nowrap">{name}</span>
      {name !== date && (
        <span className="min-w-0 truncate font-normal text-muted-foreground text-xs @max-[11rem]:sr-only" title={date}>
          {date}
        </span>
      )}
    </p>
  )
}

function NothingAhead({ daysAhead, age }: { daysAhead: number; age: ReactNode }) {
  return (
    <div className="@container grid h-full content-center justify-items-center gap-1 overflow-hidden p-1 text-center text-muted-foreground text-sm leading-tight @max-[7rem]:text-xs">
      <p>{daysAhead === 1 ? 'Nothing until tomorrow.' : `Nothing in the next ${daysAhead} days.`}</p>
      {age}
    </div>
  )
}
