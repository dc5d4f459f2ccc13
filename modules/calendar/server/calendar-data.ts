/** Numbers of the form's calendars. */
export const SLOTS = [1, 2, 3, 4] as const
export type Slot = (typeof SLOTS)[number]

type Parts = 'name' | 'address' | 'color' | 'user' | 'password'
export type CalendarConfig = { [Key in `${Parts}${Slot}`]?: string } & { days?: number; hideOnDisplays?: boolean }

/**
 * One event, or one instance of a repeated one. `instant`: ms since 1970. `day`: whole days. `local`: the same wall
 * time in every zone. The last two are encoded as if their date and time were UTC. `end` is exclusive.
 */
export type CalendarEvent = {
  slot: Slot
  kind: 'instant' | 'local' | 'day'
  title: string
  place: string
  start: number
  end: number
}

/**
 * State of one calendar. `error` is the reason if it could not be read this time. `isPartial` is true if some of its
 * events repeat too often to be followed.
 */
export type CalendarState = { slot: Slot; error: string | null; isPartial: boolean }
export type CalendarData = { calendars: CalendarState[]; events: CalendarEvent[] }
