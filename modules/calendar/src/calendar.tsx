import { wallTime } from '@atalaya/format/zone'
import { useConfig, useFormats, useIsDisplay, useNow, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { CalendarData } from '../server/calendar-data.ts'
import { agendaOf, toWallEvents } from './agenda.ts'
import { Agenda } from './agenda-list.tsx'
import { Month } from './month.tsx'
import { NextLine } from './next-line.tsx'
import { noteOf } from './note.ts'

const DEFAULT_DAYS = 14

/** The next events of some calendars. */
export function Calendar() {
  return <WithData<CalendarData>>{(data, age) => <CalendarView data={data} age={age} />}</WithData>
}

function CalendarView({ data: { calendars, events }, age }: { data: CalendarData; age: ReactNode }) {
  const { days, hideOnDisplays, ...config } = useConfig()
  const { width, height } = useSize()
  const { zone } = useFormats()
  const isHidden = useIsDisplay() && hideOnDisplays !== false
  const wallNow = wallTime(useNow(), zone)
  const daysAhead = typeof days === 'number' ? days : DEFAULT_DAYS
  const wallEvents = toWallEvents(events, zone)
  const agenda = agendaOf(wallEvents, wallNow, daysAhead)
  const shared = { agenda, wallNow, daysAhead, isHidden, age }
  if (height === 1) return <NextLine {...shared} />
  const note = noteOf(calendars, config)
  if (width < 3 || height < 4) return <Agenda {...shared} note={note} />
  return (
    <div className="h-full [container-type:size]">
      <div className="flex h-full @max-[38rem]:flex-col">
        <div className="min-h-0 min-w-0 flex-1 p-2 @max-[38rem]:flex-none [@container(height<15rem)]:hidden [@container(width<38rem)_and_(height<27rem)]:hidden">
          <Month events={wallEvents} wallNow={wallNow} />
        </div>
        <div className="min-h-0 min-w-0 flex-1 border-border @min-[38rem]:border-l @max-[38rem]:border-t">
          <Agenda {...shared} note={note} />
        </div>
      </div>
    </div>
  )
}
